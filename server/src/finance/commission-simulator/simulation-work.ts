import {
  type CommissionSums,
  maxSimulatedCategories,
  type Simulation,
  type SimulationInput,
} from '@aisle/contract/finance/commission-simulator';
import { type ExportFormat, exportFormats, maxWorkbookRows } from '@aisle/contract/system/exports';
import { idOf } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { categoriesWithTaxes, ratesFrom } from '../../locations/location-rates/location-rates.queries.ts';
import { money, text } from '../../system/exports/columns.ts';
import { insertExportFile } from '../../system/exports/exports.queries.ts';
import { exportMimes } from '../../system/exports/exports.service.ts';
import { writeFile } from '../../system/exports/write-file.ts';
import type { JobRun, JobWork } from '../../system/jobs/job-run.ts';
import type { JobFile } from '../../system/jobs/jobs.queries.ts';
import {
  type CategoryCommission,
  commissionsAt,
  type LocationCommission,
  type SimulatedLocation,
  simulatedLocations,
} from './commission-simulator.queries.ts';
import { newRates } from './new-rates.ts';

/** Far above real catalogs. A limit is needed because rates are computed for all categories. */
export const maxCategories = 20_000;

interface Row extends CategoryCommission {
  location: SimulatedLocation;
}
/** Processes one location after the other. A restarted job begins again, because nothing is written before its end. */
export const simulationWork: JobWork = async (run) => {
  const input = run.input as SimulationInput;
  const places = await run.inTransaction((tx) => simulatedLocations(tx, input.locationIds));
  const categories = await run.inTransaction((tx) => categoriesWithTaxes(tx, maxCategories));
  const found: (LocationCommission & { location: SimulatedLocation })[] = [];
  for (const [index, location] of places.entries()) {
    await run.progress(index, places.length);
    const commission = await run.inTransaction(async (tx) => {
      const written = await ratesFrom(tx, location._id, input.from);
      const { from, to, changes } = input;
      const rates = newRates({ place: location, from, to, categories, written, changes });
      return commissionsAt(tx, { place: location, from, to, rates });
    });
    if (commission.categories.length > 0) found.push({ location, ...commission });
  }
  const rows = found.flatMap(({ location, categories }) => categories.map((sums) => ({ location, ...sums })));
  const files = await writeRows(run, input, rows);
  await run.progress(places.length, places.length);
  return { data: { ...simulationOf(input, found, rows) }, files };
};

const sumOf = (rows: readonly CommissionSums[]): CommissionSums => ({
  goods: rows.reduce((sum, { goods }) => sum + goods, 0),
  actual: rows.reduce((sum, { actual }) => sum + actual, 0),
  simulated: rows.reduce((sum, { simulated }) => sum + simulated, 0),
});
const difference = ({ actual, simulated }: CommissionSums) => simulated - actual;

function simulationOf(
  { from, to }: SimulationInput,
  found: readonly (LocationCommission & { location: SimulatedLocation })[],
  rows: readonly Row[],
): Simulation {
  const categories = [...Map.groupBy(rows, ({ category }) => category._id).values()]
    .map((group) => ({ category: group[0]!.category, ...sumOf(group) }))
    .sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)) || b.goods - a.goods);
  return {
    from,
    to,
    orders: found.reduce((sum, { orders }) => sum + orders, 0),
    total: sumOf(rows),
    locations: found.map(({ location: { _id, name }, orders, categories: own }) => ({
      location: { _id, name },
      orders,
      ...sumOf(own),
    })),
    categories: categories.slice(0, maxSimulatedCategories),
    isWhole: categories.length <= maxSimulatedCategories,
  };
}

const columns = [
  text<Row>('Location', ({ location }) => location.name),
  text<Row>('Category', ({ category }) => category.name),
  money<Row>('Goods', ({ goods }) => goods),
  money<Row>('Commission', ({ actual }) => actual),
  money<Row>('Simulated commission', ({ simulated }) => simulated),
  money<Row>('Difference', difference),
];

/** Writes all locations and categories as CSV and, unless there are too many rows, as a workbook. */
async function writeRows(run: JobRun, input: SimulationInput, rows: readonly Row[]) {
  const formats = exportFormats.filter((format) => format === 'csv' || rows.length <= maxWorkbookRows);
  const files: JobFile[] = [];
  for (const format of formats) files.push(await writeAs(run, input, rows, format));
  return files;
}

async function writeAs(
  run: JobRun,
  { from, to }: SimulationInput,
  rows: readonly Row[],
  format: ExportFormat,
): Promise<JobFile> {
  const id = newId();
  const key = `exports/${id}.${format}`;
  const name = `Commission simulation ${from} to ${to}.${format}`;
  async function* pages() {
    yield rows;
  }
  const title = 'Commission simulation';
  await writeFile(run.services.storage, key, { format, title, columns, pages: pages() });
  const file = { id, key, name, mime: exportMimes[format], createdBy: idOf(run.actor) };
  await run.services.storage.removeOnFailure(key, () =>
    run.inTransaction((tx) => insertExportFile(tx, file)),
  );
  return { key, name };
}
