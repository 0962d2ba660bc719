import { hash } from 'node:crypto';
import type { Route } from '@aisle/contract/core/route';
import type { Change, Tool, ToolRequest } from '@aisle/contract/core/tool';

/** A change in words, and what it was made from. */
export interface Preview {
  text: string;
  /** Identifies the preview and the version of the record. It differs once anything that was shown has changed. */
  seen: string;
  locationId: string | null;
  version: number | undefined;
}

/** Reads a route of a preview, as the key that proposes the change or as the person who approves it. */
export type ReadRoute = (route: Route, request: ToolRequest) => Promise<unknown>;

/** Previews a change from the current state. `input` is valid for the tool's route. */
export async function previewChange(
  { change }: { change: Change },
  request: ToolRequest,
  read: ReadRoute,
): Promise<Preview> {
  const input = inputOf(request) as never;
  const state = (await read(
    change.reads,
    change.readsFor?.(input) ?? { params: request.params ?? {} },
  )) as never;
  const plan = (change.plans && (await read(change.plans, change.plansFor?.(input) ?? request))) as never;
  const text = change.preview(state, input, plan);
  const version = change.versionOf?.(state);
  const seenVersion = version ?? (state as { version?: number }).version ?? null;
  return {
    text,
    version,
    locationId: change.locationOf(state, input),
    seen: hash('sha256', JSON.stringify([text, seenVersion]), 'base64url'),
  };
}

/** The parts of a request as the functions of a tool get them. */
export const inputOf = ({ params, query, body }: ToolRequest): object => ({ ...params, ...query, ...body });

export const isChange = (tool: Tool): tool is Tool & { change: Change } => tool.change !== undefined;

/** The request with the version that the preview was made from. */
export const withVersion = (request: ToolRequest, { version }: Pick<Preview, 'version'>): ToolRequest =>
  version === undefined ? request : { ...request, body: { ...request.body, version } };
