import type { Ref } from '@aisle/contract/core/fields';
import type { Context } from '../../../core/context.ts';
import { missingAt, wrongField } from '../../../core/problem.ts';
import { findAgent, type LockedTicket, type NewEvent, type TicketChange } from './ticket-writes.queries.ts';

interface Assigned {
  assignee: Ref | null;
  change: TicketChange;
  events: NewEvent[];
}
/** Finds an assignee: an active user who can answer tickets at the ticket's location. */
export async function findAssignee(
  { tx, actor }: Context,
  wanted: string | null,
  places: readonly (string | null)[],
  ticket?: LockedTicket,
): Promise<Assigned> {
  const id = wanted === 'me' ? actor.userId : wanted === 'nobody' ? null : wanted;
  const agent = id === null ? null : await findAgent(tx, id);
  if (agent === undefined) throw missingAt('assignee', 'User');
  if (agent?.locations && !places.some((place) => place !== null && agent.locations!.includes(place))) {
    throw wrongField('assignee', `${agent.name} can't see this ticket`);
  }
  const assignee = agent && { _id: agent._id, name: agent.name };
  const isSame = (ticket?.assigneeId ?? null) === (assignee?._id ?? null);
  return {
    assignee,
    change: isSame ? {} : { assignee_id: assignee?._id ?? null, assignee_name: assignee?.name ?? null },
    events: isSame
      ? []
      : [{ kind: 'assigned', from: ticket?.assigneeName ?? null, to: assignee?.name ?? null }],
  };
}
