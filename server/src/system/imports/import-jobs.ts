import type { JobTable } from '../jobs/job-run.ts';
import { checkImport, runImport } from './import-work.ts';
import type { ImportedResources } from './imported-resource.ts';
import { undoImport } from './undo/import-undo.ts';

/** Work of the import jobs; a thread runs the file `reading` to read rows. */
export const importJobs = (resources: ImportedResources, reading: URL) =>
  ({
    importCheck: checkImport(resources, reading),
    importRun: runImport(resources, reading),
    importUndo: undoImport(resources),
  }) satisfies Partial<JobTable>;
