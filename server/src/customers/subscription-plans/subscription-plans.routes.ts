import type { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { type ConstraintProblems, taken } from '../../core/db/database-problems.ts';
import type { Handlers } from '../../core/http/serve.ts';
import { listPlans, planChoices } from './subscription-plans.queries.ts';
import { addPlan, changePlan, removePlan, switchPlan, viewPlan } from './subscription-plans.service.ts';

export const subscriptionPlanHandlers: Handlers<typeof subscriptionPlanRoutes> = {
  list: ({ tx, body }) => listPlans(tx, body),
  view: ({ tx, params }) => viewPlan(tx, params.id),
  create: ({ tx, actor, body }) => addPlan(tx, actor, body),
  edit: ({ tx, actor, params, body }) => changePlan(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removePlan(tx, actor, params.id),
  updateStatus: ({ tx, actor, params, body }) => switchPlan(tx, actor, params.id, body.status),
  dropdown: ({ tx, query }) => planChoices(tx, query.search),
};

export const subscriptionPlanConstraints: ConstraintProblems = {
  subscription_plans_name: () => taken('name', 'This name'),
};
