FROM python:3.11.14-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/skald && /opt/skald/bin/pip install --no-cache-dir -c constraints.txt '.[postgres]'

FROM python:3.11.14-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home skald && install -d -o skald -g skald /data
COPY --from=build /opt/skald /opt/skald
ENV PATH=/opt/skald/bin:$PATH PYTHONUNBUFFERED=1 SKALD_DATA=/data SKALD_LOG_FORMAT=json
USER skald
WORKDIR /data
# A new volume starts with what the image holds in its place, so the first game need not wait for the sprites.
RUN skald bake
VOLUME /data
# Skald touches this file every 20 seconds while it is connected.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["sh", "-c", "test -n \"$(find /data/heartbeat -mmin -2)\""]
ENTRYPOINT ["skald"]
