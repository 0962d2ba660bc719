import { fullName } from '@aisle/contract/core/full-name';
import type { CustomerView } from '@aisle/contract/customers/customers';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';

interface TakeOutDialogProps {
  customer: CustomerView;
  onClose: () => void;
}

/** Exports everything about a customer as an archive to download. */
export function TakeOutDialog({ customer, onClose }: TakeOutDialogProps) {
  const start = useWrite(customerCareRoutes.takeOut);
  const [jobId, setJobId] = useState<string | null>(null);
  async function write(): Promise<void> {
    const started = await start.mutateAsync({ params: { id: customer._id } });
    setJobId(started.jobId);
  }
  return (
    <Modal opened onClose={onClose} title={`Export all data of ${fullName(customer)}`} size="md">
      <Stack gap="md">
        <Text>
          Creates a ZIP file with everything stored about this person, as JSON and as CSV. It can be
          downloaded for three days.
        </Text>
        {jobId && <JobWatch id={jobId} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {jobId ? 'Close' : 'Cancel'}
          </Button>
          {!jobId && (
            <Button
              data-autofocus
              loading={start.isPending}
              onClick={() => void write().catch(() => undefined)}
            >
              Export data
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
