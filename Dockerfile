# Rondel, in three stages: the web client, the Python packages, and an image with nothing but both.
# Other base images: docker build --build-arg PYTHON_IMAGE=... --build-arg NODE_IMAGE=...
ARG NODE_IMAGE=node:20-bookworm-slim
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${NODE_IMAGE} AS web

WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
COPY docs/rulebooks/imperial_board.json /build/docs/rulebooks/
COPY src/rondel/wire/face.d.ts /build/src/rondel/wire/
# it writes to ../src/rondel/server/web
RUN npm run build

FROM ${PYTHON_IMAGE} AS build

ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir "uv==0.13.*"
WORKDIR /build
COPY pyproject.toml uv.lock ./
# dependencies change seldom, so they are a layer of their own
RUN uv sync --locked --no-dev --extra server --extra otel --no-install-project
COPY README.md LICENSE hatch_build.py ./
COPY deploy ./deploy
COPY src ./src
COPY --from=web /build/src/rondel/server/web ./src/rondel/server/web
RUN uv sync --locked --no-dev --extra server --extra otel --no-editable

FROM ${PYTHON_IMAGE}

RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin rondel
COPY --from=build /build/.venv /build/.venv
ENV PATH=/build/.venv/bin:$PATH PYTHONUNBUFFERED=1 RONDEL_HOST=0.0.0.0
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ.get(\"RONDEL_PORT\", 8000)}/readyz', timeout=4)"]
CMD ["rondel", "serve", "--migrate"]
