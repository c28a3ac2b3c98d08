# We did not try this file: the machine on which we wrote it had no Docker.
#   docker build -t symptom-tracker .
#   docker run -p 127.0.0.1:3000:3000 -v symptom-tracker:/data symptom-tracker
FROM node:26-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node node_modules/vite/bin/vite.js build && mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=1m --timeout=10s --start-period=1m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "src/server/main.ts"]
