import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { allowingForms, allowingStyles } from './security-headers.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!);

const styles = `:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.25rem}
.amount{margin:0;font-size:2.5rem;font-weight:700}
.message{white-space:pre-line;overflow-wrap:anywhere}
.code{font:700 1.25rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;user-select:all}
svg{display:block;width:100%}
label{display:flex;gap:.75rem;margin:0 0 1.25rem;font-size:.875rem}
input[type=checkbox]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:#1d5c3f}
button{min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.375rem;background:#1d5c3f;color:#fff;font:inherit;font-weight:600}
button:focus-visible{outline:3px solid currentColor;outline-offset:2px}`;

/** A page of a link in a message. */
export interface LinkPage {
  title: string;
  content: string;
  /** Servers to which its form leads, besides this one. */
  formsLeadTo?: readonly string[];
  status?: number;
}
export function sendPage(
  reply: FastifyReply,
  { title, content, status = 200, formsLeadTo = [] }: LinkPage,
): FastifyReply {
  const nonce = randomBytes(16).toString('hex');
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy)
    reply.header('content-security-policy', allowingForms(allowingStyles(policy, nonce), formsLeadTo));
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style nonce="${nonce}">${styles}</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`);
}
