import { fieldErrors } from '@aisle/contract/core/envelope';
import { maxToolRecords, type Tool, type ToolRequest } from '@aisle/contract/core/tool';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Problem, problem, wrongField } from '../../core/problem.ts';
import { createDraft } from '../assistant-drafts/assistant-drafts.service.ts';
import {
  inputOf,
  isChange,
  type Preview,
  previewChange,
  withVersion,
} from '../assistant-drafts/change-preview.ts';
import { answerOf } from './answers.ts';
import { type Confirmation, confirmationSeconds, newConfirmation, useConfirmation } from './confirmations.ts';
import { callRoute } from './inner-calls.ts';
import { answered, failed, failedCall, failedProblem, type Outcome, type Result } from './results.ts';
import type { AssistantSession } from './sessions.ts';
import { type PreparedTool, requestOf } from './tool-schemas.ts';

interface ToolCall {
  session: AssistantSession;
  prepared: PreparedTool;
  given: Record<string, unknown>;
  /** The context of the protocol. */
  context: ServerContext;
  codec: RequestStateCodec<Confirmation>;
}
export type ToolCallResult = Result | { result: CallToolResult | InputRequiredResult; outcome: Outcome };

/** Calls a tool. Problems are results, so that the assistant can act on them. */
export async function callTool(call: ToolCall): Promise<ToolCallResult> {
  try {
    rejectUnknown(call);
    const { confirmation, ...given } = call.given;
    const request = requestOf(call.prepared, given);
    if (!isChange(call.prepared.tool)) return await read(call, request);
    return await change(call, request, confirmation);
  } catch (error) {
    if (error instanceof Problem) return failedProblem(error);
    if (error instanceof FailedCall) return error.result;
    throw error;
  }
}

function rejectUnknown({ prepared, given }: ToolCall): void {
  const known = prepared.listed.inputSchema.properties!;
  const unknown = Object.keys(given).find((name) => !(name in known));
  if (unknown) throw wrongField(unknown, `Unknown field '${unknown}'`);
}

async function read({ session, prepared }: ToolCall, request: ToolRequest): Promise<Result> {
  const { tool } = prepared;
  const called = await callRoute(session, tool.route, request);
  if (called.status !== 200) return failedCall(called);
  const { text, structured } = answerOf(tool, called.data, session.services.settings.publicUrl);
  return answered(text, structured, 'answered');
}

/** A route that a preview needs was refused. */
class FailedCall extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('A call failed');
    this.result = result;
  }
}

async function change(call: ToolCall, request: ToolRequest, token: unknown): Promise<ToolCallResult> {
  const { session, prepared, context } = call;
  const tool = prepared.tool as Parameters<typeof previewChange>[0] & Tool;
  validate(tool, request);
  const preview = await previewChange(tool, request, async (route, sent) => {
    const called = await callRoute(session, route, sent);
    if (called.status !== 200) throw new FailedCall(failedCall(called));
    return called.data;
  });
  if (isForPerson(call, request)) return draft(call, request, preview);
  const answer = inputResponse(context.mcpReq.inputResponses, 'confirm');
  if (answer.kind === 'elicit' && answer.action !== 'accept') return declined();
  if (answer.kind === 'elicit' && answer.content?.confirm !== true) return declined();
  const confirmation =
    answer.kind === 'elicit' ? context.mcpReq.requestState<Confirmation>() : await readToken(call, token);
  if (!confirmation) return ask(call, request, preview);
  await useConfirmation(session.services, confirmation, { tool: tool.name, request });
  if (confirmation.seen !== preview.seen) return stale(call, request, preview);
  return run(call, withVersion(request, preview), confirmation);
}

const declined = (): Result =>
  answered('The user declined. Nothing was changed.', { state: 'declined' }, 'declined');

/** Checks the arguments before the preview, which relies on them. The preview supplies the version. */
function validate(
  { route, change: { versionOf } }: Tool & { change: { versionOf?: unknown } },
  request: ToolRequest,
) {
  const { body } = request;
  const checked = route.body && z.safeParse(route.body, versionOf ? { ...body, version: 1 } : body);
  const query = route.query && z.safeParse(route.query, request.query);
  const fields = [checked, query].flatMap((result) =>
    result?.success === false ? fieldErrors(result.error) : [],
  );
  if (fields.length > 0) throw problem('validation-failed', {}, { fields, message: fields[0]!.message });
}

/** Whether the change is left for a person: messages always, money and many records unless the key may move money. */
function isForPerson({ session, prepared }: ToolCall, request: ToolRequest): boolean {
  const { movesMoney, forPeople, countOf } = prepared.tool.change!;
  if (forPeople) return true;
  const input = inputOf(request) as never;
  const isMoney = typeof movesMoney === 'function' ? movesMoney(input) : movesMoney;
  const isLarge = (countOf?.(input) ?? 1) > maxToolRecords;
  return (isMoney || isLarge) && !session.actor.keyRights?.mayMoveMoney;
}

async function readToken({ context, codec }: ToolCall, token: unknown): Promise<Confirmation | undefined> {
  if (token === undefined) return undefined;
  try {
    return await codec.verify(String(token), context);
  } catch {
    throw problem('assistants.confirmation-invalid');
  }
}

/** Asks for the confirmation: the user, if the client can ask, or else the assistant with a token. */
async function ask(call: ToolCall, request: ToolRequest, preview: Preview): Promise<ToolCallResult> {
  const { prepared, context, codec } = call;
  const confirmation = newConfirmation(prepared.tool.name, request, preview.seen);
  const token = await codec.mint(confirmation, context);
  if (canElicit(context)) {
    const result = inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({
          message: preview.text,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Confirm', description: prepared.tool.title } },
            required: ['confirm'],
          },
        }),
      },
      requestState: token,
    });
    return { result, outcome: 'asked' };
  }
  const shown = proposal(preview, token);
  return answered(
    `${preview.text}\nNothing was changed yet. Ask the user, then repeat the call with the same arguments and confirmation: ${token}`,
    { state: 'preview', ...shown },
    'previewed',
  );
}

const proposal = (preview: Preview, confirmation: string) => ({
  preview: preview.text,
  confirmation,
  expiresAt: new Date(Date.now() + confirmationSeconds * 1000).toISOString(),
});

/** Clients of the revision 2026-07-28 that declare it ask their user. Older clients always get the token. */
const canElicit = ({ mcpReq }: ServerContext): boolean =>
  (mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]?.elicitation !== undefined;

/** Returns a new preview with a new token, because the state has changed since the last one. */
async function stale(call: ToolCall, request: ToolRequest, preview: Preview): Promise<Result> {
  const token = await call.codec.mint(
    newConfirmation(call.prepared.tool.name, request, preview.seen),
    call.context,
  );
  return failed({
    code: 'version-stale',
    message: `Something changed in between. Nothing was done. Now: ${preview.text}`,
    data: proposal(preview, token),
  });
}

async function run(
  { session, prepared }: ToolCall,
  request: ToolRequest,
  { id }: Confirmation,
): Promise<Result> {
  const { tool } = prepared;
  const called = await callRoute(session, tool.route, request, id);
  if (called.status !== 200) return failedCall(called);
  const { text, structured } = answerOf(tool, called.data, session.services.settings.publicUrl);
  return answered(text, { state: 'done', result: structured }, 'changed');
}

async function draft(
  { session, prepared }: ToolCall,
  request: ToolRequest,
  preview: Preview,
): Promise<Result> {
  const { services, actor } = session;
  const made = await services.inTransaction(actor, (tx) =>
    createDraft(tx, actor, { tool: prepared.tool.name, request, preview }),
  );
  const link = `${services.settings.publicUrl}/drafts`;
  return answered(
    `${preview.text}\nNothing was changed. It is a draft now: a person with the permission can approve it at ${link} until ${made.expiresAt}.`,
    { state: 'draft', preview: preview.text, draft: { _id: made._id, expiresAt: made.expiresAt, link } },
    'drafted',
  );
}
