# The official image of Redis or Valkey, with the module.
#
#   docker build -t redis-article .
#   docker build -t valkey-article --build-arg SERVER=valkey/valkey:8.1-bookworm .
#
# It builds for the processor of the machine or of --platform. SERVER must be an image of Debian,
# because this module needs glibc; docs/installing.md has what to do for Alpine.
ARG SERVER=redis:8.0-bookworm

FROM rust:1.88-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libclang-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package redis-article-module --package article-proxy

FROM ${SERVER}
COPY --from=build --chmod=755 /source/target/release/libredis_article.so /usr/lib/redis/modules/
COPY --from=build --chmod=755 /source/target/release/article-proxy /usr/local/bin/
COPY --chmod=755 packaging/container/ /usr/local/bin/
ENTRYPOINT ["article-entrypoint"]
# A configuration in the data folder, which the entry point makes.
CMD ["article.conf"]
HEALTHCHECK --interval=5s CMD ["article-health"]
