import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useWrite } from '../../core/api.ts';
import { saveText } from '../../core/download.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';

/** Downloads the codes of cards that were issued together, for the only time. */
export function DownloadCodes({ batchId }: { batchId: string }) {
  const downloading = useWrite(giftCardRoutes.downloadCodes);
  async function download(): Promise<void> {
    const isSure = await confirm({
      title: 'Download the codes?',
      text: 'The file has the codes of all cards that were issued together. It can be downloaded once, so keep it somewhere safe.',
      confirm: 'Download codes',
    });
    if (!isSure) return;
    try {
      const { name, csv } = await downloading.mutateAsync({ params: { batchId } });
      saveText(name, csv);
    } catch {
      // A toast reports the error.
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={downloading.isPending}
      onClick={() => void download()}
    >
      Download codes
    </Button>
  );
}
