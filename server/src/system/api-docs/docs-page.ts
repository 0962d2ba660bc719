import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** The theme's colors (web/src/ui/theme.ts) in the viewer's variables, and the system's font as everywhere else. */
const colors = `
.light-mode { --scalar-background-1:#FFFFFF; --scalar-background-2:#F7F7F8; --scalar-background-3:#F1F2F4;
  --scalar-color-1:#16181B; --scalar-color-2:#5B6168; --scalar-color-3:#5B6168; --scalar-border-color:#E3E5E8;
  --scalar-color-accent:#0F766E; --scalar-background-accent:#0F766E14; --scalar-button-1:#0F766E; --scalar-button-1-color:#FFFFFF;
  --scalar-color-green:#166B38; --scalar-color-red:#B4202F; --scalar-color-orange:#8A5200; --scalar-color-blue:#1D4ED8; }
.dark-mode { --scalar-background-1:#16191C; --scalar-background-2:#0F1113; --scalar-background-3:#1F2429;
  --scalar-color-1:#ECEEF0; --scalar-color-2:#9AA1A9; --scalar-color-3:#9AA1A9; --scalar-border-color:#2A2F35;
  --scalar-color-accent:#2DD4BF; --scalar-background-accent:#2DD4BF1F; --scalar-button-1:#2DD4BF; --scalar-button-1-color:#0F1113;
  --scalar-color-green:#5CCB8F; --scalar-color-red:#FF8A8F; --scalar-color-orange:#F2B84B; --scalar-color-blue:#86B4FF; }
:root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }
body { margin: 0; }`;

/** What of the viewer would ask another host for something is off. */
const configuration = {
  theme: 'none',
  customCss: colors,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

/** The page that shows the API. It has no inline script, which the content security policy would block. */
export const docsPage = (document: string, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Aisle</title><link rel="icon" href="/icon.svg"></head>
<body><noscript>Turn scripts on to read the API here, or read <a href="${document}">openapi.json</a>.</noscript>
<script id="api-reference" type="application/json" data-url="${document}" data-configuration="${attribute(configuration)}"></script>
<script src="${script}"></script></body></html>`;

const attribute = (value: object): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Scalar's viewer, compressed. Its plugin keeps 5 MB of script in memory, so it is loaded on the first request, into
 * a separate server that never listens.
 */
export async function viewerScript(server: FastifyInstance): Promise<Buffer> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  await server.register(apiReference, { routePrefix: '/docs', configuration: { url: '/' } });
  const { rawPayload } = await server.inject('/docs/js/scalar.js');
  return promisify(gzip)(rawPayload, { level: 9 });
}
