# Image of the service. The widget is built, published and hosted separately.

# An exact release of a maintained Node line (24: until April 2028), by tag and by the digest of its
# index for all platforms. Change both together. `npm test` runs the service's tests on this release.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY service/package.json ./service/
# Installs only the dependencies of the service.
RUN npm ci --workspace service --omit=dev --ignore-scripts --no-audit --no-fund \
  # Removes the compiler, which libraries list as an optional peer.
  && rm -r node_modules/typescript node_modules/@typescript

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    SLUICE_HOST=0.0.0.0 \
    SLUICE_SERVICE_PORT=8787 \
    SLUICE_CONFIG=/etc/sluice/service.json \
    SLUICE_DATA_DIR=/var/lib/sluice
WORKDIR /app
RUN mkdir -p /var/lib/sluice && chown node:node /var/lib/sluice
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY wire ./wire
COPY service ./service
USER node
EXPOSE 8787
# Healthy when any chain can be served. Loading a chain for the first time takes a while.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SLUICE_SERVICE_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell and npm, signals reach the service, which completes its requests first.
CMD ["node", "service/main.ts"]
