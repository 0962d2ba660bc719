import type { handInRoutes } from '@aisle/contract/sales/hand-ins';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { problem } from '../../core/problem.ts';
import { listHandIns } from './hand-ins.queries.ts';
import { receiveCash } from './hand-ins.service.ts';

export const handInHandlers: Handlers<typeof handInRoutes> = {
  list: ({ tx, actor, body }) => listHandIns(tx, actor, body),
  create: ({ tx, actor, body }) => receiveCash(tx, actor, body),
};

/** The database checks this too, in case code doesn't lock the driver. */
export const handInConstraints: ConstraintProblems = {
  hand_ins_expected: () => problem('hand-ins.nothing-held', { driver: 'The driver' }),
};
