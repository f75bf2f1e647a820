# Teban in a container. Build: docker build -t teban .   How to run it: README.md and docs/operate.md.
# The base is one certain image, for all processors it is made for; a tag alone could be moved. What the tag means today
# is said by: docker buildx imagetools inspect python:3.11-slim-bookworm (CONTRIBUTING.md says when to look).

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS builder
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
COPY requirements.lock requirements-build.lock ./
# pip stays behind in the builder: the environment that is copied out holds only what the program needs.
RUN python3 -m venv tools \
 && tools/bin/pip install --quiet --require-hashes --only-binary :all: -r requirements-build.lock \
 && python3 -m venv --without-pip /opt/teban \
 && tools/bin/pip --python /opt/teban/bin/python install --quiet --require-hashes --only-binary :all: -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY engines engines
COPY render render
COPY storage storage
RUN tools/bin/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist . \
 && tools/bin/pip --python /opt/teban/bin/python install --quiet --no-deps --no-index dist/*.whl

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
LABEL org.opencontainers.image.title="Teban" \
      org.opencontainers.image.description="A Discord bot for heavy board games played by post" \
      org.opencontainers.image.licenses="MIT"
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin teban \
 && install --directory --owner teban --group teban --mode 0750 /data
COPY --from=builder /opt/teban /opt/teban
# In a container loopback is of use to nobody outside, so the playground listens on every address of it.
ENV PATH=/opt/teban/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TEBAN_DB=/data/teban.sqlite3 \
    TEBAN_HOST=0.0.0.0 \
    TEBAN_PORT=8230
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8230
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot.health"]
ENTRYPOINT ["teban"]
