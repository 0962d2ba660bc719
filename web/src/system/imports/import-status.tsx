import type { ImportStatus } from '@aisle/contract/system/imports/imports';
import { StatusBadge, type StatusFamily } from '../../ui/values/status-badge.tsx';

const looks: Record<ImportStatus, { label: string; family: StatusFamily }> = {
  uploaded: { label: 'Columns to confirm', family: 'waiting' },
  checking: { label: 'Checking', family: 'working' },
  checked: { label: 'Ready to import', family: 'waiting' },
  importing: { label: 'Importing', family: 'working' },
  imported: { label: 'Imported', family: 'good' },
  undoing: { label: 'Undoing', family: 'working' },
  undone: { label: 'Undone', family: 'off' },
  failed: { label: 'Failed', family: 'bad' },
  cancelled: { label: 'Stopped', family: 'off' },
};

export const ImportState = ({ status }: { status: ImportStatus }) => <StatusBadge {...looks[status]} />;
export const importStatusChoices = Object.entries(looks).map(([value, { label }]) => ({ value, label }));
