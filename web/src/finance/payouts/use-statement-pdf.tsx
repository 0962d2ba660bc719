import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';

/** Opens the PDF of a statement in a new tab; a long one is written by a job, which a dialog follows. */
export function useStatementPdf({ _id: id, number }: { _id: string; number: string }) {
  const writing = useWrite(payoutRoutes.pdf);
  const [jobId, setJobId] = useState<string | null>(null);
  async function open(): Promise<void> {
    // A window that is opened only once the answer is there would be blocked.
    const tab = window.open('', '_blank');
    try {
      const answer = await writing.mutateAsync({ params: { id } });
      if (answer.url && tab) tab.location.href = answer.url;
      else tab?.close();
      setJobId(answer.jobId);
    } catch {
      tab?.close();
    }
  }
  return {
    open: () => void open(),
    isPending: writing.isPending,
    dialog: jobId && (
      <Modal opened onClose={() => setJobId(null)} title={`PDF of ${number}`} size="sm">
        <JobWatch id={jobId} />
      </Modal>
    ),
  };
}
