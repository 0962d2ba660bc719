import { IconCheck } from '@tabler/icons-react';
import classes from './imports.module.css';

const steps = [
  { key: 'columns', label: 'Columns' },
  { key: 'check', label: 'Check' },
  { key: 'import', label: 'Import' },
  { key: 'done', label: 'Done' },
] as const;
type ImportStep = (typeof steps)[number]['key'];

/** The steps of an import, with the current one marked. */
export function ImportSteps({ at }: { at: ImportStep }) {
  const current = steps.findIndex(({ key }) => key === at);
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {steps.map(({ key, label }, index) => {
        const isOver = index < current || at === 'done';
        return (
          <li key={key} data-over={isOver || undefined} aria-current={key === at ? 'step' : undefined}>
            <span className={classes.stepMark} aria-hidden>
              {isOver ? <IconCheck size={14} style={{ strokeWidth: 2 }} /> : index + 1}
            </span>
            {label}
            {isOver && <span className="visually-hidden"> (done)</span>}
          </li>
        );
      })}
    </ol>
  );
}
