# The official image of Redis or Valkey, with the module from the packages. Releases build their
# images from it; the Dockerfile in the root folder builds one from source.
#
# The context is target/images, which `scripts/release images` makes. LIBRARY is -musl for images of
# Alpine Linux.
ARG SERVER=redis:8.0-bookworm

FROM ${SERVER}
ARG TARGETARCH
ARG LIBRARY=
COPY --chmod=755 ${TARGETARCH}${LIBRARY}/libredis_article.so /usr/lib/redis/modules/
COPY --chmod=755 ${TARGETARCH}${LIBRARY}/article-proxy /usr/local/bin/
COPY --chmod=755 container/ /usr/local/bin/
ENTRYPOINT ["article-entrypoint"]
# A configuration in the data folder, which the entry point makes.
CMD ["article.conf"]
HEALTHCHECK --interval=5s CMD ["article-health"]
