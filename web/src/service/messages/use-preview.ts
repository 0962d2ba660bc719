import { readablePart } from '@aisle/contract/core/templates';
import {
  bulkMessageFields,
  MessageAudience,
  MessageButton,
  messageRoutes,
} from '@aisle/contract/service/messages';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { audienceOf, type ComposerValues, type ContentValues } from './composer-values.ts';

type Previewed = ContentValues & Partial<Pick<ComposerValues, 'audience'>>;

/** The request for the count and the examples; omits everything that is still being typed. */
export function previewRequest({ channel, subject, body, button, audience }: Previewed) {
  const wanted = audience ? audienceOf(audience) : {};
  const isButton = channel !== 'push' && MessageButton.safeParse(button).success;
  return {
    channel,
    audience: MessageAudience.safeParse(wanted).success ? wanted : {},
    subject: readablePart(subject, bulkMessageFields),
    body: readablePart(body, bulkMessageFields),
    ...(isButton && { button }),
  };
}

/** The count and the examples, requested shortly after the user stops typing. */
export function usePreview(values: Previewed) {
  const isAudience = !values.audience || MessageAudience.safeParse(audienceOf(values.audience)).success;
  const [requested] = useDebouncedValue(JSON.stringify(previewRequest(values)), 350);
  return useQuery({
    ...read(messageRoutes.preview, { body: JSON.parse(requested) as ReturnType<typeof previewRequest> }),
    enabled: isAudience,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}
