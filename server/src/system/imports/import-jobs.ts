import type { JobTable } from '../jobs/job-run.ts';
import { checkImport, runImport } from './import-work.ts';
import type { ImportedResources } from './imported-resource.ts';
import { undoImport } from './undo/import-undo.ts';

/** What the jobs of imports do. */
export const importJobs = (resources: ImportedResources) =>
  ({
    importCheck: checkImport(resources),
    importRun: runImport(resources),
    importUndo: undoImport(resources),
  }) satisfies Partial<JobTable>;
