import {
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Shop } from './shop.ts';

/** The tools, resources and prompts that the public conformance suite of MCP calls. */

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };

const text = (content: string): CallToolResult => ({ content: [{ type: 'text', text: content }] });
const askFor = (message: string, field: string, type: 'string' | 'boolean' = 'string'): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  });
const question = (content: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: content } }],
    maxTokens,
  });
const elicited = ({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined => {
  const response = inputResponse(mcpReq.inputResponses, key);
  return response.kind === 'elicit' && response.action === 'accept' ? response.content : undefined;
};
const has = ({ mcpReq }: ServerContext, key: string): boolean =>
  inputResponse(mcpReq.inputResponses, key).kind !== 'missing';

type Mint = (round: number) => Promise<string>;
type FixtureTool = (
  context: ServerContext,
  mint: Mint,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

const tools: Record<string, FixtureTool> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    ...text('This tool intentionally returns an error for testing'),
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) continue;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      });
    }
    return text('Progress was reported');
  },
  test_input_required_result_elicitation: (context) => {
    const name = elicited(context, 'user_name')?.name;
    if (typeof name === 'string') return text(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: askFor('What is your name?', 'name') } });
  },
  test_input_required_result_sampling: (context) => {
    const response = inputResponse(context.mcpReq.inputResponses, 'capital_question');
    if (response.kind === 'sampling') return text(JSON.stringify(response.result.content));
    return inputRequired({
      inputRequests: { capital_question: question('What is the capital of France?', 100) },
    });
  },
  test_input_required_result_list_roots: (context) => {
    const response = inputResponse(context.mcpReq.inputResponses, 'client_roots');
    if (response.kind === 'roots') return text(response.roots.map(({ uri }) => uri).join(', '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: async (context, mint) => {
    if (context.mcpReq.requestState() && has(context, 'confirm')) return text('state-ok');
    return inputRequired({
      inputRequests: { confirm: askFor('Please confirm', 'ok', 'boolean') },
      requestState: await mint(1),
    });
  },
  test_input_required_result_multiple_inputs: async (context, mint) => {
    const keys = ['user_name', 'greeting', 'client_roots'];
    if (keys.every((key) => has(context, key))) return text('All inputs are here');
    return inputRequired({
      inputRequests: {
        user_name: askFor('What is your name?', 'name'),
        greeting: question('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await mint(1),
    });
  },
  test_input_required_result_multi_round: async (context, mint) => {
    const round = context.mcpReq.requestState<{ round: number }>()?.round ?? 0;
    if (round === 2 && has(context, 'step2')) return text('Both steps are done');
    const inputRequests: Record<string, InputRequest> =
      round === 1 && has(context, 'step1')
        ? { step2: askFor('Step 2: What is your favorite color?', 'color') }
        : { step1: askFor('Step 1: What is your name?', 'name') };
    return inputRequired({
      inputRequests,
      requestState: await mint('step2' in inputRequests ? 2 : 1),
    });
  },
  test_input_required_result_tampered_state: async (context, mint) => {
    if (context.mcpReq.requestState()) return text('The state is valid');
    return inputRequired({
      inputRequests: { confirm: askFor('Please confirm', 'ok', 'boolean') },
      requestState: await mint(1),
    });
  },
  test_input_required_result_capabilities: ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
    const can = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
    return inputRequired({
      inputRequests: {
        ...(can.elicitation !== undefined && { name: askFor('What is your name?', 'name') }),
        ...(can.sampling !== undefined && { greeting: question('Generate a greeting', 50) }),
      },
      requestState: 'none',
    });
  },
  test_streaming_elicitation: () =>
    inputRequired({ inputRequests: { user_name: askFor('What is your name?', 'name') } }),
  test_logging_tool: () => text('Nothing was logged'),
  /** The server refuses it, because the client lacks the capability. */
  test_missing_capability: () =>
    inputRequired({ inputRequests: { greeting: question('Generate a greeting', 50) } }),
};

const prompts: Record<string, string[]> = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
  test_prompt_with_image: [],
  test_input_required_result_prompt: [],
};
const user = <Content>(content: Content) => ({ role: 'user' as const, content });
const said = (content: string) => user({ type: 'text' as const, text: content });

/** Adds the fixtures to the server of each request, beside the tools of Aisle. */
export function addConformanceFixtures({ server: app }: Shop): void {
  const { serverFor } = app.mcp;
  app.mcp.serverFor = (session) => {
    const server = serverFor(session);
    serveTools(
      server,
      [...session.tools.values()].map(({ listed }) => listed),
      app.mcp.codec as unknown as RequestStateCodec<{ round: number }>,
    );
    serveResources(server);
    servePrompts(server);
    return server;
  };
}

function serveTools(
  server: Server,
  own: readonly object[],
  codec: RequestStateCodec<{ round: number }>,
): void {
  const fixtures = Object.keys(tools).map((name) => ({
    name,
    description: 'A fixture of the conformance suite',
    inputSchema: { type: 'object' as const },
  }));
  server.setRequestHandler('tools/list', () => ({ tools: [...(own as typeof fixtures), ...fixtures] }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools[params.name];
    if (!tool) throw new Error(`There is no fixture ${params.name}`);
    return tool(context, (round) => codec.mint({ round }, context));
  });
}

function serveResources(server: Server): void {
  const resources = [
    {
      uri: 'test://static-text',
      name: 'text',
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    },
    { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png', blob: png },
  ];
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(.+)\/data$/.exec(uri)?.[1];
    if (id) {
      const data = { id, templateTest: true, data: `Data for ID: ${id}` };
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
    }
    const found = resources.find((one) => one.uri === uri);
    if (!found) throw new ResourceNotFoundError(uri);
    const { name, ...content } = found;
    return { contents: [content as { uri: string; text: string }] };
  });
}

function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, args]) => ({
      name,
      description: 'A fixture of the conformance suite',
      arguments: args.map((arg) => ({ name: arg, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }, context) => {
    if (name === 'test_prompt_with_arguments') {
      return {
        messages: [said(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)],
      };
    }
    if (name === 'test_prompt_with_embedded_resource') {
      const resource = {
        uri: String(given.resourceUri),
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      };
      return {
        messages: [
          user({ type: 'resource' as const, resource }),
          said('Please process the embedded resource above.'),
        ],
      };
    }
    if (name === 'test_prompt_with_image') {
      return { messages: [user(image), said('Please analyze the image above.')] };
    }
    if (name === 'test_input_required_result_prompt' && !has(context, 'user_context')) {
      return inputRequired({
        inputRequests: { user_context: askFor('What context should the prompt use?', 'context') },
      });
    }
    return { messages: [said('This is a simple prompt for testing.')] };
  });
  server.registerCapabilities({ completions: {} });
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }));
}
