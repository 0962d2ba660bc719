import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Sets the viewer's colors and typeface as in web/src/ui/theme/theme.ts, below a bar like the app's. */
const styles = (font: string) => `
@font-face { font-family:'Inter Variable'; font-weight:100 900; font-display:fallback; src:url('${font}') format('woff2'); }
.light-mode { --scalar-background-1:#FFFFFF; --scalar-background-2:#F7F7F8; --scalar-background-3:#F1F2F4;
  --scalar-color-1:#16181B; --scalar-color-2:#5B6168; --scalar-color-3:#5B6168; --scalar-border-color:#E3E5E8;
  --scalar-color-accent:#0F766E; --scalar-background-accent:#0F766E14; --scalar-button-1:#0F766E; --scalar-button-1-color:#FFFFFF;
  --scalar-color-green:#166B38; --scalar-color-red:#B4202F; --scalar-color-orange:#8A5200; --scalar-color-blue:#1D4ED8; }
.dark-mode { --scalar-background-1:#16191C; --scalar-background-2:#0F1113; --scalar-background-3:#1F2429;
  --scalar-color-1:#ECEEF0; --scalar-color-2:#9AA1A9; --scalar-color-3:#9AA1A9; --scalar-border-color:#2A2F35;
  --scalar-color-accent:#2DD4BF; --scalar-background-accent:#2DD4BF1F; --scalar-button-1:#2DD4BF; --scalar-button-1-color:#0F1113;
  --scalar-color-green:#5CCB8F; --scalar-color-red:#FF8A8F; --scalar-color-orange:#F2B84B; --scalar-color-blue:#86B4FF; }
:root { --scalar-font:'Inter Variable', system-ui, sans-serif; --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, monospace;
  --scalar-radius:6px; --scalar-radius-lg:8px; --scalar-radius-xl:8px; --scalar-custom-header-height:56px; --scalar-font-size-2:15px;
  --scalar-heading-1:24px; --scalar-page-description:15px; --scalar-semibold:600; --scalar-bold:600; }
body { margin:0; font-family:var(--scalar-font); color-scheme:light dark; background:light-dark(#FFFFFF, #16191C); }
.product-bar { position:sticky; top:0; z-index:100; display:flex; align-items:center; gap:10px; box-sizing:border-box; height:56px;
  padding:0 16px; font-size:14px; color:light-dark(#16181B, #ECEEF0); background:light-dark(#FFFFFF, #16191C);
  border-bottom:1px solid light-dark(#E3E5E8, #2A2F35); }
.product-bar img { width:28px; height:28px; }
.product-bar strong { font-size:16px; font-weight:600; }
.product-bar nav { display:flex; gap:16px; margin-left:auto; }
.product-bar a { color:light-dark(#0F766E, #2DD4BF); text-decoration:none; }
.product-bar a:hover { text-decoration:underline; }
.product-bar a:focus-visible { outline:2px solid currentcolor; outline-offset:2px; border-radius:4px; }
body:has(.light-mode), body.light-mode { color-scheme:light; }
body:has(.dark-mode), body.dark-mode { color-scheme:dark; }
.t-doc__sidebar a[href*='scalar.com'] { display:none; }`;

/** Turns off viewer features that call other hosts. Calls that a reader tries go to this server. */
const configuration = {
  theme: 'none',
  servers: [{ url: '/', description: 'This installation' }],
  proxyUrl: '',
  authentication: { preferredSecurityScheme: 'apiKey' },
  documentDownloadType: 'json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

interface Addresses {
  document: string;
  script: string;
  font: string;
}
/** The page that shows the API. It has no inline script, because the content security policy would block it. */
export const docsPage = ({ document, script, font }: Addresses): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Aisle</title><link rel="icon" href="/icon.svg"><style>${styles(font)}</style></head>
<body><header class="product-bar"><img src="/icon.svg" alt=""><strong>Aisle API</strong>
<nav aria-label="Aisle"><a href="${document}">openapi.json</a><a href="/">Open Aisle</a></nav></header>
<noscript>Turn scripts on to read the API here, or read <a href="${document}">openapi.json</a>.</noscript>
<script id="api-reference" type="application/json" data-url="${document}" data-configuration="${attribute(configuration)}"></script>
<script src="${script}"></script></body></html>`;

const attribute = (value: object): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Returns Scalar's viewer, compressed. Its plugin keeps 5 MB of script in memory, so it is loaded on the first request, into a
 * separate server that never listens.
 */
export async function viewerScript(server: FastifyInstance): Promise<Buffer> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  await server.register(apiReference, { routePrefix: '/docs', configuration: { url: '/' } });
  const { rawPayload } = await server.inject('/docs/js/scalar.js');
  return promisify(gzip)(rawPayload, { level: 9 });
}
