import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the longest test files first: a long file that starts last keeps one core busy while the others wait. */
const longest = [
  'screens-desk.e2e.ts',
  'screens-phone.e2e.ts',
  'random-requests.test.ts',
  'contract-walk.test.ts',
  'soak.test.ts',
  'coin-ledger.test.ts',
  'postgres.test.ts',
  'crash.test.ts',
  'isolation.test.ts',
  'many-mails.api.test.ts',
  'send-work.api.test.ts',
];
const projects = ['server', 'pieces', 'rules'];

/** Without times of an earlier run, Vitest sorts files by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return 1000 * projects.indexOf(project.name) + (at < 0 ? longest.length : at);
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
