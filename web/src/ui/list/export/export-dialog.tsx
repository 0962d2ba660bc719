import { Modal, Text } from '@mantine/core';
import { JobWatch } from '../../feedback/job-watch.tsx';
import { ScreenLink } from '../../record/screen-link.tsx';

/** The progress of an export that takes longer than a request. */
export function ExportDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Export">
      <JobWatch id={jobId} downloads />
      <Text size="sm" c="dimmed" mt="md">
        You can close this. The download starts when the file is ready, and the file stays in{' '}
        <ScreenLink to="/jobs">Jobs</ScreenLink> for 3 days.
      </Text>
    </Modal>
  );
}
