import { latestDay } from '@aisle/contract/core/dates';
import { Simulation, type SimulationInput } from '@aisle/contract/finance/commission-simulator';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { missingAt, notFound, wrongField } from '../../core/problem.ts';
import { categoriesWithTaxes } from '../../locations/location-rates/location-rates.queries.ts';
import { showJob, startJob } from '../../system/jobs/jobs.service.ts';
import { simulatedLocations } from './commission-simulator.queries.ts';
import { maxCategories } from './simulation-work.ts';

const jobKind = 'commissionSimulation';

export async function startSimulation(tx: Tx, actor: Actor, input: SimulationInput): Promise<string> {
  if (input.to > latestDay()) throw wrongField('to', "Choose a day that isn't in the future");
  const places = new Set((await simulatedLocations(tx, input.locationIds)).map(({ _id }) => _id));
  const missing = (input.locationIds ?? []).findIndex((id) => !places.has(id));
  if (missing >= 0) throw missingAt(`locationIds.${missing}`, 'Location');
  const categories = new Set((await categoriesWithTaxes(tx, maxCategories)).map(({ _id }) => _id));
  for (const [index, { locationId, categoryId }] of input.changes.entries()) {
    if (locationId !== undefined && !places.has(locationId)) {
      throw missingAt(`changes.${index}.locationId`, 'Location');
    }
    if (categoryId !== null && !categories.has(categoryId)) {
      throw missingAt(`changes.${index}.categoryId`, 'Category');
    }
  }
  return startJob(tx, actor, {
    kind: jobKind,
    title: 'Simulating commission',
    permission: 'store_tax_comm_edit',
    input,
  });
}

export async function simulationResult(context: Context, id: string): Promise<Simulation> {
  const { kind, status, result } = await showJob(context, id);
  if (kind !== jobKind || status !== 'done') throw notFound('Simulation');
  return Simulation.parse(result);
}
