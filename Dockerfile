FROM python:3.13.9-slim-bookworm AS build
WORKDIR /source
# Dependencies change less often than Skald, so they have a layer of their own.
COPY pyproject.toml constraints.txt ./
RUN python -m venv --without-pip /opt/skald \
    && python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
        print(*p['dependencies'], *p['optional-dependencies']['postgres'], sep='\n')" > requirements.txt \
    && pip --python /opt/skald/bin/python install --no-cache-dir -c constraints.txt -r requirements.txt
COPY . .
# The sprites are not below /data, where a volume would hide them. Skald copies them at its start.
RUN pip --python /opt/skald/bin/python install --no-cache-dir --no-deps . \
    && SKALD_DATA=/opt/skald/baked /opt/skald/bin/skald bake

FROM python:3.13.9-slim-bookworm
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Skald" \
      org.opencontainers.image.description="A Discord bot to play modern board games with friends" \
      org.opencontainers.image.source="https://github.com/skald-bot/skald" \
      org.opencontainers.image.documentation="https://github.com/skald-bot/skald/tree/main/docs" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin skald && install -d -o skald -g skald /data
COPY --from=build --chown=skald:skald /opt/skald /opt/skald
ENV PATH=/opt/skald/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SKALD_DATA=/data \
    SKALD_BAKED_SPRITES=/opt/skald/baked/sprites \
    SKALD_LOG_FORMAT=json
USER 10001
WORKDIR /data
VOLUME /data
# Skald touches this file every 20 seconds while it is connected.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["sh", "-c", "test -n \"$(find /data/heartbeat -mmin -2)\""]
ENTRYPOINT ["skald"]
