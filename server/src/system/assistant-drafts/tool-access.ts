import type { Route } from '@aisle/contract/core/route';
import type { Tool } from '@aisle/contract/core/tool';
import { canCall } from '../../core/http/access.ts';
import type { Actor } from '../../core/http/actor.ts';
import { Problem } from '../../core/problem.ts';

/** Whether the actor can call all routes of a tool. */
export const canUse = (tool: Tool, actor: Actor): boolean =>
  [tool.route, tool.change?.reads, tool.change?.plans].every((route) => !route || isOpenTo(route, actor));

function isOpenTo(route: Route, actor: Actor): boolean {
  try {
    canCall(route, actor);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
