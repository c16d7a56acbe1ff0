# Built by `npm run image`, with or without a Docker engine (decision 146). Layers that rarely change come first: after an edit
# of a server source only the last COPY runs again.

# Used only for npm and the build; its Node is not in the image.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim
# The base of the final image. Pin both by digest for a release: docs/containers.md.
ARG DEBIAN_IMAGE=docker.io/library/debian:13.8-slim

# Debian's own ffmpeg pulls in half a desktop, 475 MB. This builds the same source, with Debian's patches and hardening flags,
# but only with the parts that server/engine uses. The sources stay in the image, as its licence (GPL) requires.
FROM ${DEBIAN_IMAGE} AS ffmpeg
RUN printf 'Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: trixie trixie-updates\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\nTypes: deb-src\nURIs: http://deb.debian.org/debian-security\nSuites: trixie-security\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
      > /etc/apt/sources.list.d/sources.sources \
 && apt-get update \
 && apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev libdav1d-dev libx264-dev make nasm pkgconf \
 && install -d -m 777 /usr/src/memori \
 && cd /usr/src/memori \
 && apt-get source --download-only ffmpeg
COPY scripts/image/build-ffmpeg.sh /build/
RUN sh /build/build-ffmpeg.sh /usr/src/memori /opt/ffmpeg

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/image/trim-packages.ts scripts/image/
# On a network that inspects TLS, pass its CA certificate: `--secret id=ca,src=FILE`.
RUN --mount=type=secret,id=ca,target=/run/ca.pem \
    if [ -s /run/ca.pem ]; then export NODE_EXTRA_CA_CERTS=/run/ca.pem; fi \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && install -D -m 755 node_modules/node-linux-*/bin/node /opt/node/node \
 && cp node_modules/node-linux-*/LICENSE /opt/node/ \
 && node scripts/image/trim-packages.ts \
# With --omit=dev alone npm sbom also omits production packages that a development package depends on.
 && npm pkg delete devDependencies optionalDependencies \
 && npm sbom --sbom-format=cyclonedx > /opt/npm.cdx.json \
# A peer dependency of @trpc/server, needed only for its types.
 && rm -rf node_modules/typescript node_modules/@typescript /root/.npm

FROM ${NODE_IMAGE} AS tools
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=ca,target=/run/ca.pem \
    if [ -s /run/ca.pem ]; then export NODE_EXTRA_CA_CERTS=/run/ca.pem; fi \
 && npm ci --ignore-scripts --no-audit --no-fund \
 && rm -rf /root/.npm

FROM tools AS build
COPY scripts/setup.mjs scripts/build-client.ts scripts/build-kernel.ts ./scripts/
COPY scripts/setup ./scripts/setup
COPY scripts/build ./scripts/build
COPY scripts/lib ./scripts/lib
COPY prisma.config.ts tsconfig.json vite.config.ts ./
COPY prisma ./prisma
COPY server/engine/animate/assembly ./server/engine/animate/assembly
COPY shared ./shared
COPY client ./client
# The same script as on a bare clone: generated code and the client.
RUN node scripts/setup.mjs --client
COPY scripts/image/page-packages.ts scripts/image/
RUN node scripts/image/page-packages.ts > /opt/page-packages.json

FROM ${DEBIAN_IMAGE}
RUN apt-get update \
 && apt-get upgrade -y \
 && apt-get install -y --no-install-recommends ca-certificates libdav1d7 libstdc++6 libx264-164 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*.log /var/log/apt \
 && groupadd --gid 1000 node \
 && useradd --uid 1000 --gid node --no-create-home --home-dir /data --shell /usr/sbin/nologin node \
 && install -d -o node -g node -m 700 /data
COPY --from=ffmpeg /usr/src/memori /usr/src/memori
COPY --from=ffmpeg /opt/ffmpeg/bin/ffmpeg /usr/local/bin/ffmpeg
COPY --from=packages /opt/node/node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY scripts/image/inventory.ts scripts/image/build-ffmpeg.sh scripts/image/
COPY shared/vision/models/NOTICE shared/vision/models/
COPY --from=packages /opt/node/LICENSE /opt/npm.cdx.json /opt/inventory/
COPY --from=build /opt/page-packages.json /opt/inventory/
RUN mv scripts/image/build-ffmpeg.sh /usr/src/memori/ \
 && node scripts/image/inventory.ts /opt/inventory /usr/share/doc/memori \
 && rm -r /opt/inventory
COPY docs/comfyui ./docs/comfyui
COPY content ./content
COPY prisma ./prisma
COPY --from=build /app/server/generated ./server/generated
COPY shared ./shared
COPY scripts ./scripts
COPY server ./server

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROLE=all DATA_DIR=/data FFMPEG_PATH=/usr/local/bin/ffmpeg
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
