# The service alone: the widget is built, published and hosted apart from it.

# An exact release of a Node line that is maintained (24: until April 2028), by tag and by the digest of its index for all
# platforms: both change together. `npm run proof node` runs the tests on the same release.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY service/package.json ./service/
# What the service runs on, and nothing of the widget, the tests or the devnet.
RUN npm ci --workspace service --omit=dev --ignore-scripts --no-audit --no-fund \
  # Libraries name the compiler as a peer, for those who want one; nothing here compiles.
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
COPY src/wire ./src/wire
COPY src/abi ./src/abi
COPY src/lib ./src/lib
COPY service ./service
USER node
EXPOSE 8787
# Up when any chain can be answered for; the first reading of a chain takes its time.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SLUICE_SERVICE_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: signals reach the service, which ends its requests first.
CMD ["node", "service/main.ts"]
