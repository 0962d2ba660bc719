/** Emails as mail programs write them in the languages of support: the email, and the part that its author wrote. */
interface QuotedMail {
  name: string;
  mail: string;
  own: string;
}

const old = '> Hello Rose,\n>\n> your order is on its way.';
const bare = 'Hello Rose,\n\nyour order is on its way.';
const above = (name: string, introduction: string, own = 'Thank you!'): QuotedMail => ({
  name: `${name}, answer above`,
  mail: `${own}\n\n${introduction}\n\n${old}\n`,
  own,
});
const copied = (name: string, header: string, own = 'Thank you!'): QuotedMail => ({
  name: `${name}, copy below its header`,
  mail: `${own}\n\n${header}\n\n${bare}\n`,
  own,
});

const introductions: [string, string][] = [
  ['Gmail en', 'On Mon, Nov 23, 2026 at 9:00 AM Help <help@shop.example> wrote:'],
  ['Gmail en, wrapped', 'On Mon, Nov 23, 2026 at 9:00 AM Help\n<help@shop.example> wrote:'],
  [
    'Gmail en, wrapped three times',
    'On Mon, Nov 23, 2026 at 9:00 AM The Help Desk of the\nGrocery Store with a Very Long Name in Springfield\nand Shelbyville\n<help@shop.example> wrote:',
  ],
  ['Apple Mail en', 'On Nov 23, 2026, at 9:00 AM, Help <help@shop.example> wrote:'],
  ['Thunderbird en', 'On 11/23/26 09:00, Help wrote:'],
  ['Yahoo en', 'On Monday, November 23, 2026 at 09:00:00 AM CST, Help <help@shop.example> wrote: '],
  ['Gmail before 2017', '2026-11-23 9:00 GMT-06:00 Help <help@shop.example>:'],
  ['Gmail de', 'Am Mo., 23. Nov. 2026 um 09:00 Uhr schrieb Hilfe <help@shop.example>:'],
  ['Gmail de, name first', 'Tienda <help@shop.example> schrieb am Fr., 27. Nov. 2026 um 10:02 Uhr:'],
  [
    'Gmail de, name first, wrapped',
    'Tienda <help@shop.example> schrieb am Fr., 27. Nov. 2026 um\n10:02 Uhr:',
  ],
  ['Apple Mail de', 'Am 23.11.2026 um 09:00 schrieb Hilfe <help@shop.example>:'],
  ['Horde de', 'Zitat von Hilfe <help@shop.example>:'],
  ['Gmail fr', 'Le lun. 23 nov. 2026 à 09:00, Aide <help@shop.example> a écrit :'],
  ['Gmail fr, wrapped', 'Le lun. 23 nov. 2026 à 09:00, Aide <help@shop.example> a\nécrit :'],
  ['Apple Mail fr', 'Le 23 nov. 2026 à 09:00, Aide <help@shop.example> a écrit\u00a0:'],
  ['Gmail es', 'El lun, 23 nov 2026 a las 9:00, Ayuda (<help@shop.example>) escribió:'],
  ['Apple Mail es', 'El 23 nov 2026, a las 9:00, Ayuda <help@shop.example> escribió:'],
  ['webmail es', 'El lunes, 23 de noviembre de 2026, Ayuda escribió:'],
  ['Gmail it', 'Il giorno lun 23 nov 2026 alle ore 09:00 Aiuto <help@shop.example> ha scritto:'],
  ['Thunderbird it', 'Il 23/11/2026 09:00, Aiuto ha scritto:'],
  ['Gmail pt', 'Em seg., 23 de nov. de 2026 às 09:00, Ajuda <help@shop.example> escreveu:'],
  ['Gmail pt-PT', 'Ajuda <help@shop.example> escreveu (segunda, 23/11/2026 à(s) 09:00):'],
  ['Apple Mail pt', 'No dia 23/11/2026, às 09:00, Ajuda <help@shop.example> escreveu:'],
  ['Gmail nl', 'Op ma 23 nov 2026 om 09:00 schreef Hulp <help@shop.example>:'],
  ['Apple Mail nl', 'Op 23 nov. 2026, om 09:00 heeft Hulp <help@shop.example> het volgende geschreven:'],
  ['Gmail pl', 'pon., 23 lis 2026 o 09:00 Pomoc <help@shop.example> napisał(a):'],
  ['Thunderbird pl', 'W dniu 23.11.2026 o 09:00, Pomoc pisze:'],
  ['Apple Mail pl', 'Wiadomość napisana przez Pomoc <help@shop.example> w dniu 23.11.2026, o godz. 09:00:'],
  ['Gmail sv', 'Den mån 23 nov. 2026 kl 09:00 skrev Hjälp <help@shop.example>:'],
  ['Apple Mail sv', '23 nov. 2026 kl. 09:00 skrev Hjälp <help@shop.example>:'],
  [
    'ProtonMail',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, November 23rd, 2026 at 9:00 AM, Help <help@shop.example> wrote:',
  ],
];

const headers: [string, string][] = [
  [
    'Outlook en',
    'From: Help <help@shop.example>\nSent: Monday, November 23, 2026 9:00 AM\nTo: Rose <rose@people.example>\nSubject: Your order',
  ],
  [
    'Outlook en, no address',
    'From: Shop Support\nSent: Monday, November 23, 2026 9:00 AM\nTo: Rose Hill\nSubject: Your order',
  ],
  [
    'Outlook en, bold',
    '*From:* Shop Support\n*Sent:* Monday, November 23, 2026 9:00 AM\n*To:* Rose Hill\n*Subject:* Your order',
  ],
  [
    'Outlook en, bold with colons outside',
    '**From**: Help <help@shop.example>\n**Sent**: Monday, November 23, 2026\n**To**: Rose\n**Subject**: Your order',
  ],
  [
    'Outlook mobile',
    'Get Outlook for iOS\n________________________________\nFrom: Help <help@shop.example>\nSent: Monday, November 23, 2026 9:00:00 AM\nTo: Rose <rose@people.example>\nSubject: Your order',
  ],
  [
    'Outlook en, many recipients',
    'From: Help <help@shop.example>\nSent: Monday, November 23, 2026 9:00 AM\nTo: Rose Hill <rose@people.example>; Grace Hill <grace@people.example>;\n Leo Hill <leo@people.example>\nCc: Ivy <ivy@people.example>\nSubject: Your order',
  ],
  [
    'Outlook 2003',
    '-----Original Message-----\nFrom: Help [mailto:help@shop.example]\nSent: Monday, November 23, 2026 9:00 AM\nTo: Rose\nSubject: Your order',
  ],
  ['bold separator', '*---- Original Message ----*\n*From:* Help\n*Sent:* Monday'],
  [
    'Samsung en',
    '-------- Original message --------\nFrom: Help <help@shop.example>\nDate: 11/23/26 9:00 AM (GMT-06:00)\nTo: rose@people.example\nSubject: Your order',
  ],
  [
    'Outlook de',
    'Von: Hilfe <help@shop.example>\nGesendet: Montag, 23. November 2026 09:00\nAn: Rose <rose@people.example>\nBetreff: Ihre Bestellung',
  ],
  [
    'Outlook de, no address',
    'Von: Hilfe\nGesendet: Montag, 23. November 2026 09:00\nAn: Rose\nBetreff: Ihre Bestellung',
  ],
  [
    'GMX',
    'Gesendet: Montag, 23. November 2026 um 09:00 Uhr\nVon: "Hilfe" <help@shop.example>\nAn: rose@people.example\nBetreff: Ihre Bestellung',
  ],
  [
    'Samsung de',
    '-------- Ursprüngliche Nachricht --------\nVon: Hilfe <help@shop.example>\nDatum: 23.11.26 09:00 (GMT+01:00)\nAn: rose@people.example\nBetreff: Ihre Bestellung',
  ],
  ['Outlook 2003 de', '-----Ursprüngliche Nachricht-----\nVon: Hilfe\nGesendet: Montag'],
  [
    'Outlook fr',
    'De : Aide <help@shop.example>\nEnvoyé : lundi 23 novembre 2026 09:00\nÀ : Rose <rose@people.example>\nObjet : Votre commande',
  ],
  ['Orange', "-----Message d'origine-----\nDe : Aide\nEnvoyé : lundi"],
  [
    'Outlook es',
    'De: Ayuda <help@shop.example>\nEnviado: lunes, 23 de noviembre de 2026 9:00\nPara: Rose <rose@people.example>\nAsunto: Su pedido',
  ],
  [
    'Samsung es',
    '-------- Mensaje original --------\nDe: Ayuda <help@shop.example>\nFecha: 23/11/26 9:00\nA: rose@people.example\nAsunto: Su pedido',
  ],
  [
    'Outlook it',
    'Da: Aiuto <help@shop.example>\nInviato: lunedì 23 novembre 2026 09:00\nA: Rose <rose@people.example>\nOggetto: Il tuo ordine',
  ],
  ['Outlook 2003 it', '-----Messaggio originale-----\nDa: Aiuto\nInviato: lunedì'],
  [
    'Outlook pt',
    'De: Ajuda <help@shop.example>\nEnviado: segunda-feira, 23 de novembro de 2026 09:00\nPara: Rose <rose@people.example>\nAssunto: O seu pedido',
  ],
  [
    'Outlook nl',
    'Van: Hulp <help@shop.example>\nVerzonden: maandag 23 november 2026 09:00\nAan: Rose <rose@people.example>\nOnderwerp: Uw bestelling',
  ],
  ['Outlook 2003 nl', '-----Oorspronkelijk bericht-----\nVan: Hulp\nVerzonden: maandag'],
  [
    'Outlook pl',
    'Od: Pomoc <help@shop.example>\nWysłano: poniedziałek, 23 listopada 2026 09:00\nDo: Rose <rose@people.example>\nTemat: Zamówienie',
  ],
  ['Outlook 2003 pl', '-----Oryginalna wiadomość-----\nOd: Pomoc\nWysłano: poniedziałek'],
  [
    'Outlook sv',
    'Från: Hjälp <help@shop.example>\nSkickat: den 23 november 2026 09:00\nTill: Rose <rose@people.example>\nÄmne: Din beställning',
  ],
  ['Outlook 2003 sv', '-----Ursprungligt meddelande-----\nFrån: Hjälp\nSkickat: måndag'],
  [
    'Gmail forward',
    '---------- Forwarded message ---------\nFrom: Help <help@shop.example>\nDate: Mon, Nov 23, 2026 at 9:00 AM\nSubject: Your order\nTo: <rose@people.example>',
  ],
  [
    'Apple forward',
    'Begin forwarded message:\n\nFrom: Help <help@shop.example>\nSubject: Your order\nDate: November 23, 2026 at 9:00:00 AM CST\nTo: rose@people.example',
  ],
  ['Zoho', '---- On Mon, 23 Nov 2026 09:00:00 -0600 Help <help@shop.example> wrote ----'],
];

const gmail = introductions[0]![1];
export const quotedMails: QuotedMail[] = [
  ...introductions.map(([name, introduction]) => above(name, introduction)),
  ...headers.map(([name, header]) => ({
    ...copied(name, header),
    own: name === 'Outlook mobile' ? 'Thank you!\n\nGet Outlook for iOS' : 'Thank you!',
  })),
  ...introductions.map(([name, introduction]) => ({
    name: `${name}, answer below`,
    mail: `${introduction}\n${old}\n\nThank you!\n`,
    own: 'Thank you!',
  })),
  {
    name: 'a paragraph right above the introduction',
    mail: `The milk was sour.\nOn Tuesday too.\n${gmail}\n${old}`,
    own: 'The milk was sour.\nOn Tuesday too.',
  },
  {
    name: 'a line that begins like an introduction, right above one that starts with the name',
    mail: `Am 22.11.2026 kam nichts.\nTienda <help@shop.example> schrieb am Fr., 27. Nov. 2026 um 10:02 Uhr:\n${old}`,
    own: 'Am 22.11.2026 kam nichts.',
  },
  {
    name: 'an answer above and a greeting below',
    mail: `Gracias!\n\nEl jueves, 21 de noviembre de 2026, Tienda escribió:\n\n> Hola\n> mundo\n\nEnviado desde mi iPhone`,
    own: 'Gracias!\n\nEnviado desde mi iPhone',
  },
  {
    name: 'answers between quoted lines',
    mail: `Hi, my answers are below.\n\n${gmail}\n> Which order?\nO-106249\n> Which day?\nTuesday\n`,
    own: `Hi, my answers are below.\n\n${gmail}\n> Which order?\nO-106249\n> Which day?\nTuesday\n`,
  },
  {
    name: 'answers between quoted lines, and an unanswered rest',
    mail: `${gmail}\n> Which order?\nO-106249\n> Which day?\nTuesday\n\n> Kind regards\n> Help`,
    own: `${gmail}\n> Which order?\nO-106249\n> Which day?\nTuesday`,
  },
  {
    name: 'an answer above that quotes a line itself',
    mail: `You asked\n> where is it\nand I say: here\n\n${gmail}\n${old}`,
    own: 'You asked\n> where is it\nand I say: here',
  },
  {
    name: 'quoted lines without an introduction at the end',
    mail: 'Fine\n\n> Is it?\n>\n> Yes',
    own: 'Fine',
  },
  {
    name: 'an iPhone that quotes the introduction too',
    mail: `Thank you!\n\nSent from my iPhone\n\n> On Nov 23, 2026, at 9:00 AM, Help <help@shop.example> wrote:\n> \n> Hello`,
    own: 'Thank you!\n\nSent from my iPhone',
  },
  { name: 'an introduction without its quote', mail: `Thank you!\n\n${gmail}\n`, own: 'Thank you!' },
  {
    name: 'answers above and below marked lines under a header',
    mail: `Thank you!\n\n${headers[0]![1]}\n\n> Hello Rose\n\nOne more thing`,
    own: 'Thank you!\n\nOne more thing',
  },
  {
    name: 'a copy within a copy',
    mail: `Thank you!\n\n${headers[0]![1]}\n\nWe are on it.\n\n${headers[9]![1]}\n\nWo ist es?`,
    own: 'Thank you!',
  },
  { name: 'carriage returns', mail: `Thank you!\r\n\r\n${gmail}\r\n> Hello\r\n`, own: 'Thank you!' },
];

/** Emails without quotes, which must stay complete. */
export const wholeMails: string[] = [
  'Nothing is quoted here',
  '> only a quote',
  'You asked\n> where is it\nand I say: here',
  'On Monday I wrote to you',
  'Hello,\nOn Tuesday I wrote to you about this:\nthe milk was sour. Please refund O-106249.',
  'Hello,\nOn 11/23/2026 I wrote to you about this:\nthe milk was sour. Please refund O-106249.',
  'Hello,\n\nOn 11/23/2026 I wrote:',
  'Hallo,\n\nam 23.11.2026 schrieb ich Ihnen dies:\ndie Milch war sauer.',
  'Hallo,\n\nam 23.11.2026 habe ich Ihnen geschrieben:',
  'Bonjour,\n\nle 23/11/2026 je vous ai écrit :\nle lait était tourné.',
  'Hola,\n\nel 23/11/2026 les escribió mi mujer:\nla leche estaba mala.',
  'Shopping list\n____________________\nmilk\neggs\nbread',
  'Shopping list\n--------------------\nmilk\neggs',
  'My address\n________________________________\n12 Main Street\nFrom: the south entrance\nplease ring',
  'Please deliver\nFrom: 9:00\nTo: 11:00\nto the back door',
  'From: Rose Hill\nI want my money back.',
  'My data:\nName: Rose\nDate: 11/23/2026\nSubject: milk\nMessage: it was sour',
  'My contact:\nFrom: rose@people.example\nplease write there',
  '---- Original recipe ----\nMilk and honey',
  'See the message:\n---------\nMessage\n---------\nThe milk was sour',
  `${gmail}\nthe milk that you sent is sour`,
  '>From the first day the milk was sour\n',
  'I love <3 this shop\n-- \nRose',
  'Below is our plan\n*Von:* Berlin\n*An:* Hamburg\n10 Kisten',
  'From: Help <help@shop.example>\nSent: Monday, November 23, 2026\nTo: Rose\nSubject: Order\n\nA copy alone',
];
