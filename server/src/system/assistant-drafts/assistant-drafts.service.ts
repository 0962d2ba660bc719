import type { Route } from '@aisle/contract/core/route';
import { type Tool, type ToolRequest, withoutMarks } from '@aisle/contract/core/tool';
import {
  type ApprovedDraft,
  type AssistantDraft,
  type AssistantDraftPage,
  type DraftPreview,
  draftStatusLabels,
  maxOpenDrafts,
} from '@aisle/contract/system/assistant-drafts';
import { z } from 'zod';
import { audit } from '../../core/audit.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { canCall } from '../../core/http/access.ts';
import type { Actor } from '../../core/http/actor.ts';
import { callHandler } from '../../core/http/call-list.ts';
import { type Handler, readList } from '../../core/http/serve.ts';
import { notFound, Problem, problem } from '../../core/problem.ts';
import { WithMessage } from '../../core/with-message.ts';
import {
  countOpen,
  endDraft,
  getDraft,
  insertDraft,
  listDrafts,
  lockDraft,
} from './assistant-drafts.queries.ts';
import { isChange, type Preview, previewChange, withVersion } from './change-preview.ts';
import { canUse } from './tool-access.ts';

/** The tools, and the handlers of their routes. */
export interface DraftSources {
  tools: readonly Tool[];
  findHandler(route: Route): Handler<Route>;
}

interface Proposal {
  tool: string;
  request: ToolRequest;
  preview: Preview;
}
/** Leaves a change for a person. The same change twice is one draft. */
export async function createDraft(tx: Tx, actor: Actor, { tool, request, preview }: Proposal) {
  const keyId = actor.apiKeyId!;
  if ((await countOpen(tx, keyId, maxOpenDrafts)) >= maxOpenDrafts) {
    throw problem('drafts.too-many', { most: maxOpenDrafts });
  }
  // A key of certain locations leaves drafts only where it may write.
  const locationId = preview.locationId ?? actor.locations?.[0] ?? null;
  const { text, seen } = preview;
  const draft = {
    keyId,
    createdBy: actor.name,
    tool,
    request,
    preview: withoutMarks(text),
    seen,
    locationId,
  };
  const made = await insertDraft(tx, draft);
  await audit(tx, actor, {
    action: 'create',
    resource: 'assistantDrafts',
    recordId: made._id,
    locationId,
    after: { tool },
  });
  return made;
}

/** The drafts that the actor could carry out. */
export async function listOwnDrafts(
  { tx, actor }: Context,
  { tools }: DraftSources,
  body: AssistantDraftPage,
) {
  const usable = tools.filter((tool) => isChange(tool) && canUse(tool, actor));
  const page = await listDrafts(
    tx,
    body,
    usable.map(({ name }) => name),
  );
  return { ...page, records: page.records.map((row) => shown(row, usable)) };
}

const shown = (row: Awaited<ReturnType<typeof getDraft>>, tools: readonly Tool[]): AssistantDraft => ({
  ...row,
  title: tools.find(({ name }) => name === row.tool)?.title ?? row.tool,
});

/** Carries out a draft as the actor, who must have read the preview of the current state. */
export async function approveDraft(
  context: Context,
  sources: DraftSources,
  { id, seen }: { id: string; seen: string },
): Promise<ApprovedDraft> {
  const { tool, request } = await lockOpen(context, sources, id);
  const preview = await previewChange(tool, request, (route, sent) => call(context, sources, route, sent));
  if (preview.seen !== seen) {
    const data: DraftPreview = { preview: withoutMarks(preview.text), seen: preview.seen };
    throw problem('version-stale', {}, { data, message: 'Something changed since. Read the new preview' });
  }
  const done = await call(context, sources, tool.route, withVersion(request, preview));
  return {
    ...(await decide(context, sources, id, 'approved')),
    result: withoutMarks(tool.text(done as never)),
  };
}

export async function discardDraft(
  context: Context,
  sources: DraftSources,
  id: string,
): Promise<AssistantDraft> {
  await lockOpen(context, sources, id);
  return decide(context, sources, id, 'discarded');
}

/** A draft that the actor can't carry out is not found, as in the list. */
async function lockOpen({ tx, actor }: Context, { tools }: DraftSources, id: string) {
  const row = await lockDraft(tx, id);
  const tool = tools.find(({ name }) => name === row.tool);
  if (!tool || !isChange(tool) || !canUse(tool, actor)) throw notFound('Draft');
  if (row.status !== 'open') {
    throw problem('drafts.over', { status: draftStatusLabels[row.status].toLowerCase() });
  }
  return { tool, request: row.input as ToolRequest };
}

async function decide(
  { tx, actor }: Context,
  { tools }: DraftSources,
  id: string,
  to: 'approved' | 'discarded',
): Promise<AssistantDraft> {
  await endDraft(tx, id, { to, by: actor.name });
  const draft = await getDraft(tx, id);
  await audit(tx, actor, {
    action: to === 'approved' ? 'approve' : 'discard',
    resource: 'assistantDrafts',
    recordId: id,
    locationId: draft.location?._id ?? null,
    after: { tool: draft.tool },
  });
  return shown(draft, tools);
}

/** Calls a route as the actor, in the transaction of the approval. */
async function call(context: Context, { findHandler }: DraftSources, route: Route, request: ToolRequest) {
  canCall(route, context.actor);
  const { params, query, body } = request;
  const result = await readList(
    callHandler(findHandler(route), context, {
      params,
      query: route.query && z.parse(route.query, query ?? {}),
      body: route.body && (z.parse(route.body, body ?? {}) as object),
    }),
  );
  if (result instanceof Problem) throw result;
  return result instanceof WithMessage ? result.data : result;
}
