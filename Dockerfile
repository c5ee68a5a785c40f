# Rondel, in two stages: one that installs, and one that has nothing but what was installed.
FROM python:3.11-slim-bookworm AS build

ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir "uv==0.13.*"
WORKDIR /build
COPY pyproject.toml uv.lock ./
# what we depend on changes seldom, so it is a layer of its own
RUN uv sync --locked --no-dev --extra server --no-install-project
COPY README.md LICENSE ./
COPY src ./src
RUN uv sync --locked --no-dev --extra server --no-editable

FROM python:3.11-slim-bookworm

RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin rondel
COPY --from=build /build/.venv /build/.venv
ENV PATH=/build/.venv/bin:$PATH PYTHONUNBUFFERED=1 RONDEL_HOST=0.0.0.0
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["rondel", "serve", "--migrate"]
