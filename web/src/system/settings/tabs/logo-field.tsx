import { settingsRoutes } from '@aisle/contract/system/settings';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../../core/api.ts';
import { ImageUpload } from '../../../ui/form/fields/image-upload.tsx';

/** The logo, which is saved as soon as it is chosen. */
export function LogoField() {
  const { data } = useQuery(read(settingsRoutes.logo, {}));
  const setLogo = useWrite(settingsRoutes.setLogo);
  const logo = data?.logo;
  return (
    <div>
      <ImageUpload
        label="Logo"
        images={logo ? [{ picture: logo }] : []}
        onChange={([image]) => setLogo.mutate({ files: { logo: image?.file } })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        Saved at once. Documents created before keep their logo
      </Text>
    </div>
  );
}
