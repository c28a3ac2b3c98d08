# The image of the app. Where node:26-slim can be had:
#   docker build -t symptom-tracker .
# Elsewhere `sh deploy/image.sh` makes a base image from Debian's packages first. How to run it: compose.yaml, and
# docs/operations.md.
ARG BASE=node:26-slim
# The base image with npm. It builds the app, and nothing of it is in the image.
ARG BUILDER=${BASE}

FROM ${BUILDER} AS installed
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM installed AS packages
# They only build the web app.
RUN npm uninstall --no-save --omit=dev vite @vitejs/plugin-react

FROM installed AS app
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel=warn \
  && rm -r node_modules src/web src/service-worker && mkdir /data

FROM ${BASE}
WORKDIR /app
# The service neither reads nor writes anything outside of /data, /app and /tmp, and owns only /data.
COPY --from=packages /app/node_modules node_modules
COPY --from=app /app ./
COPY --from=app --chown=1000:1000 /data /data
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=1m --timeout=10s --start-period=1m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "src/server/main.ts"]
