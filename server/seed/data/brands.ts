export type BrandSeed = { key: string; name: string; color: string };

/** All names are invented. Each has a name and a color; the key is the name in kebab case. */
const table = `
Corner Basket #b3322f      Sable Creek #3f6b3a        Hollowell Orchards #9b3d2e  Two Furrows #6d7a2b
Hearthwell #a8672c         Old Quarry #6b5344         Tollivane #c08a3e           Pannetta Row #8c4a5b
Cloverhitch #2f7a55        Pinnock Dairy #2f5d92      Oatwright #b89258           Henfield #c9912f
Brindle & Vane #7d5a2e     Ridgemere #4f6d7a          Casa Benavente #b5442e      Olivaro #6f7b34
Fennimarsh #5b7046         Stockard Ranch #7a2f2b     Lantana Poultry #c77d33     Harlow Pike #8a4236
Greenhusk #4d7c48          Tidewrack #2c6480          Saltner Bay #3d7f8c         Frostwick #3c78a8
Nine Below #34518f         Pocket Stove #b75a2b       Scoop Hollow #a34f78        Velvane #5f3f73
Dunmorrow Mills #94713c    Lunara #a5322e             Grist & Gable #7b6636       Beanwright #5c6f3a
Good Ladle #b4622f         Tin Harbor #336a86         Basilvane #2f6f45           Piquin Sol #c2392b
Maplesill #8e4f25          Nutlark #9a6a35            Honeyfold #c98f1f           Pepper Atlas #5a3d33
Saffron Ferry #c46a1c      Kumo Pantry #2b4f5e        Morning Lathe #c27a2d       Oat Parade #a98349
Crispin Bowl #3f6fa3       Kettlemoor #b2452f         Snapwick #b08328            Tumblenut #7d5b36
Cocoa Verity #4b2f27       Sugarmill Row #c14a73      Popwell Lane #cf9a27        Crumbly Oak #8b5e34
Fizzwright #c23a3f         Clearspan #3a86b5          Citrine Grove #d0801e       Bold Anvil #40342f
Teasel & Thyme #5c7a57     Kombrio #7f9a3f            Voltana #2f9a8e             Sudsmith #2f79b0
Paperlark #6f8fae          Brightmop #3f9a9a          Foldaway #6a7480            Wickline #77654f
Fernsoap #4b8a5a           Lumewell #b07a9a           Minty Arch #2f9a86          Silkroot #8a6fae
Vitarow #cf7d2a            Plainwell #466a9a          Nestlow #7aa0c4             Tiny Orchard #8aa23f
Barkhollow #8a5a33         Whiskerby #6f5a8f          Perchly #4f8f7a
`;

export const brandKey = (name: string) => name.toLowerCase().replaceAll(' & ', '-').replaceAll(' ', '-');

export const brands: readonly BrandSeed[] = [...table.matchAll(/([A-Z][A-Za-z& ]*?) (#[0-9a-f]{6})/g)].map(
  ([, name = '', color = '']) => ({ key: brandKey(name), name, color }),
);
