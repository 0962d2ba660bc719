import type { disputeRoutes } from '@aisle/contract/sales/disputes';
import type { Handlers } from '../../core/http/serve.ts';
import { getDispute, listDisputes } from './disputes.queries.ts';
import { editEvidence, submitAnswer } from './disputes.service.ts';

export const disputeHandlers: Handlers<typeof disputeRoutes> = {
  list: ({ tx, actor, body }) => listDisputes(tx, actor, body),
  view: ({ tx, services, params }) => getDispute(tx, services.storage, params.id),
  editEvidence: (call) => editEvidence(call, call.params.id, call.body, call.uploads),
  submit: (call) => submitAnswer(call, call.params.id, call.body),
};
