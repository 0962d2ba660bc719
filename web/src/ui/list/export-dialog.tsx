import { Modal } from '@mantine/core';
import { JobWatch } from '../job-watch.tsx';

/** How far an export is that takes longer than a request may. */
export function ExportDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Export">
      <JobWatch id={jobId} />
    </Modal>
  );
}
