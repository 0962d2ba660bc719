# The first stage builds the web app, the second holds only what runs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
COPY tools/embedded-postgres/package.json tools/embedded-postgres/
COPY scripts/trim-packages.mjs scripts/
COPY scripts/lib/trim.mjs scripts/lib/
RUN npm ci
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
COPY tools/web-build tools/web-build
RUN npm run build

FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
COPY tools/embedded-postgres/package.json tools/embedded-postgres/
COPY scripts/trim-packages.mjs scripts/
COPY scripts/lib/trim.mjs scripts/lib/
# The image brings Node 24 itself, so the root's pinned one is left out.
RUN npm ci --omit=dev --workspace server --workspace contract --workspace tools/embedded-postgres && npm cache clean --force
COPY contract contract
COPY server server
COPY tools/embedded-postgres tools/embedded-postgres
COPY --from=build /app/web/dist web/dist
RUN mkdir /data /backups && chown node:node /data /backups

# Without DATABASE_URL the embedded PostgreSQL keeps its data in /data as well.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data DEMO=0
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=180s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
