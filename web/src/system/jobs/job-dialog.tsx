import type { ListedJob } from '@aisle/contract/system/jobs';
import { Group, Modal, Text } from '@mantine/core';
import { useCanOpen } from '../../core/pages/screens.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { hasFiles, kindLabel, resultOf } from './job-words.ts';

/** How far a job is, its files and its errors, with the way to stop it and to what it did. */
export function JobDialog({ job, onClose }: { job: ListedJob; onClose: () => void }) {
  const canOpen = useCanOpen();
  const result = resultOf(job);
  const isGone = job.files.length > 0 && !hasFiles(job);
  return (
    <Modal opened onClose={onClose} title={kindLabel(job.kind)}>
      {isGone ? (
        <Text>Its file was deleted after 3 days. Run it again for a new one.</Text>
      ) : (
        <JobWatch id={job._id} />
      )}
      {result && canOpen(result.to) && (
        <Group justify="flex-end" mt="md">
          <ButtonLink {...result} variant="default">
            Show result
          </ButtonLink>
        </Group>
      )}
    </Modal>
  );
}
