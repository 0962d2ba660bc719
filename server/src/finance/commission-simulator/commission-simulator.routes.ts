import type { commissionSimulatorRoutes } from '@aisle/contract/finance/commission-simulator';
import type { Handlers } from '../../core/http/serve.ts';
import { simulationResult, startSimulation } from './commission-simulator.service.ts';

export const commissionSimulatorHandlers: Handlers<typeof commissionSimulatorRoutes> = {
  start: async ({ tx, actor, body }) => ({ jobId: await startSimulation(tx, actor, body) }),
  result: (context) => simulationResult(context, context.params.id),
};
