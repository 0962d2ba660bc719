import type { AddressInfo } from 'node:net';
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Person, Shop } from './shop.ts';

/** The revisions of the protocol that clients speak: the current one, and one by the handshake of 2025. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

interface AssistantParts {
  revision?: Revision;
  /** Answers questions for the user. Without it, the client can't ask. */
  answer?: (message: string) => ElicitResult;
}
/** The answer of a tool. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
}

/** The address of a server that listens. */
export async function addressOf({ server }: Pick<Shop, 'server'>): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Connects an assistant with an API key, by the client of the official SDK. */
export async function connectAssistant(
  shop: Shop,
  { headers }: Pick<Person, 'headers'>,
  { revision = '2026-07-28', answer }: AssistantParts = {},
) {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
      ...(answer && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (answer) {
    client.setRequestHandler('elicitation/create', ({ params }) => answer(String(params.message)));
  }
  const address = new URL(`${await addressOf(shop)}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return {
    client,
    /** Calls a tool. */
    call: async (name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> => {
      const result = await client.callTool({ name, arguments: given });
      const [content] = result.content;
      return {
        isError: result.isError === true,
        text: content?.type === 'text' ? content.text : '',
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
      };
    },
  };
}
