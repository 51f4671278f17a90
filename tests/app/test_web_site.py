"""Where the web board is served: behind the host's proxy, or beside the harbour."""

import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.app.settings import Settings, SettingsError
from bot.app.web_site import WebSite, harbour_site, public_site, serve_site
from tests.play.table_fixture import ASTRID, BJORN
from tests.web.web_table import open_web_table


def settings(folder: Path, **values: Any) -> Settings:
    return Settings.model_validate({"data": folder, **values})


def test_a_public_site_has_an_address_and_a_port_behind_it(tmp_path: Path) -> None:
    assert public_site(settings(tmp_path)) is None
    site = public_site(settings(tmp_path, web="https://board.example.org"))
    assert site == WebSite("https://board.example.org", "127.0.0.1", 8766, "'none'")
    other = settings(tmp_path, web="https://board.example.org", web_port=9000, web_host="0.0.0.0")
    assert public_site(other) == WebSite("https://board.example.org", "0.0.0.0", 9000)


def test_the_site_of_a_harbour_takes_the_next_port_or_any_but_not_another_than_asked(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        site = harbour_site(settings(tmp_path), f"http://127.0.0.1:{port - 1}/?key=x")
        assert site.port not in (port, port - 1, 0)
        assert site.url == f"http://127.0.0.1:{site.port}"
        assert site.host == "127.0.0.1"
        assert site.frame_ancestors == f"http://127.0.0.1:{port - 1} http://localhost:{port - 1}"
        with pytest.raises(
            SettingsError, match=f"SKALD_WEB_PORT: expected a free port, and {port} is in use"
        ):
            harbour_site(settings(tmp_path, web_port=port), "http://127.0.0.1:1/")
    assert harbour_site(settings(tmp_path, web_port=port), "http://127.0.0.1:1/").port == port
    assert harbour_site(settings(tmp_path), f"http://127.0.0.1:{port - 1}/").port == port


async def test_a_site_is_served_with_the_services_of_the_bot(tmp_path: Path) -> None:
    async with open_web_table(tmp_path) as web, ClientSession() as browser:
        context = web.context
        chat = SimpleNamespace(
            service=context.service,
            views=SimpleNamespace(pictures=context.pictures),
            open_dm=context.open_dm,
            coach=SimpleNamespace(reviews=context.reviews, advice=context.advice),
            interactions=SimpleNamespace(rate_limit=context.person_limit),
        )
        skald: Any = SimpleNamespace(context=chat)
        taken = int(web.url.rpartition(":")[2])
        with pytest.raises(SettingsError, match=f"expected a free port, and {taken} is in use"):
            async with serve_site(skald, WebSite(web.url, "127.0.0.1", taken)):
                pass
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        site = WebSite(url, "127.0.0.1", port, "http://localhost:1")
        table = (await web.table_url(await web.tables.start_game(ASTRID, BJORN))).removeprefix(web.url)
        async with serve_site(skald, None), serve_site(skald, site), browser.get(url + table) as response:
            assert response.status == 200
            assert f'property="og:image" content="{url}/t/' in await response.text()
            policy = response.headers["Content-Security-Policy"]
            assert policy.endswith("frame-ancestors http://localhost:1")
