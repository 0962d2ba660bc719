// Finds out why an order was late, and drafts a refund of its delivery fee for a person to approve. Prints each call.
//
//   AISLE_URL=https://shop.example.com AISLE_KEY=aisle_… node assistant.ts O-100042
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { AISLE_URL, AISLE_KEY } = process.env;
const order = process.argv[2];
if (!AISLE_URL || !AISLE_KEY || !order) throw new Error('Set AISLE_URL and AISLE_KEY, and name an order');

const client = new Client(
  { name: 'late-orders', version: '1.0.0' },
  { versionNegotiation: { mode: { pin: '2026-07-28' } } },
);
const headers = { Authorization: `Bearer ${AISLE_KEY}` };
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', AISLE_URL), { requestInit: { headers } }),
);

async function call(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  console.log(`> ${name} ${JSON.stringify(given)}`);
  for (const part of content) if (part.type === 'text') console.log(part.text);
  console.log();
  if (isError) throw new Error(`${name} failed`);
  return structuredContent as Record<string, unknown>;
}

const { _id: id, isLate, minutesLate } = await call('explain_order', { order });
if (isLate || minutesLate !== null) {
  const { deliveryFeeRefundable: deliveryFee } = await call('preview_refund', { id });
  const { draft } = await call('refund_order', { id, deliveryFee, reason: 'Delivered late' });
  console.log(draft ? 'A person decides about the refund.' : 'The refund needs a confirmation.');
}
await client.close();
