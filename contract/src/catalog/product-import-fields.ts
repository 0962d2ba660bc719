import { type ImportField, type ImportTable, words } from '../system/imports/import-fields.ts';

/** The fields that a column of a product list can map to, in the order of the screen. */
export const productImportFields = {
  name: {
    label: 'Name',
    required: true,
    known: words(`
      name productname title product item itemname variantname producttitle articledescription artikelbezeichnung
      produktbezeichnung produktname artikelname bezeichnung artikeltext produkt artikel nombre nombreproducto
      nombredelproducto producto articulo nom nomproduit nomduproduit designation libelle produit article
      itemdescription descripciondelarticulo descripcionarticulo descripciondelproducto nomarticle
      designationarticle designationproduit nombrearticulo denominacionarticulo artikelbezeichnung1 bezeichnung1
      kurzbezeichnung artikelkurztext kurztext productbezeichnung displayname customerfacingname nomedelproducto
      descriptionarticle titleshort titlelong itemtitle productdisplayname productservicename titel titre titulo
      denominacion denomination productlabel libelleproduit libellearticle warenbezeichnung articulonombre
      descripcion description productdescription beschreibung artikelbeschreibung longdescription desc descr
    `),
  },
  sku: {
    label: 'SKU',
    help: 'Created from the row if empty.',
    known: words(`
      sku variantsku productsku skunumber skucode skuno itemsku customsku sellersku merchantsku articlesku
      productcodesku skuid lookupcode itemlookupcode merchantsupplieditemid ugs mainsku itemcode articlenumber
      itemnumber itemno productnumber productno partnumber plu plunumber artikelnummer artikelnr artnr artnummer
      bestellnummer bestellnr produktnummer codigoarticulo codigoproducto codart codearticle codeproduit
      refarticle vendoritemnumber supplieritemnumber productcode stockcode articlecode variantcode itemref
      productref internalreference defaultcode internalcode referenceinterne referenciainterna interneart
      internereferenz productreference reference referencenumber referenceno ref referencia codigo refproducto
      refproduit refproveedor code artikelcode produktcode warennummer articleno articlenr artno itemnr
      materialnumber material materialnummer stocknumber stockno productnr model productid itemid id externalid
      systemid variantid cloverid token uuid mpn modelnumber item product article artikel articulo produkt
      producto produit
    `),
  },
  category: {
    label: 'Category',
    required: true,
    help: 'You can also use a path: Produce > Fresh fruits',
    prefer: 'fullest',
    known: words(`
      category categorypath department departmentname maincategory categories categoryname reportingcategory
      warengruppe hauptwarengruppe kategorie kategorien hauptkategorie produktkategorie sortiment abteilung
      categoria categorias familia departamento seccion categorie rayon famille productcategory productcategory1
      standardproducttype customproducttype dept wgr class itemgroup productgroup commoditygroup fullcategory
      categoryfullname categorytree categoryhierarchy productcategorycompletename productcategorydisplayname
      productcategories productcategoryname categorycompletename posproductcategory menugroup menugroupname
      menucategory l1category poscategory websiteproductcategory taxonomy producttype googleproductcategory
      fbproductcategory artikelgruppe produktgruppe gruppe groupe grupo familie subfamille produktart
      warengruppenbezeichnung hauptgruppe familiaproducto seccionproducto gamme categoriedeproduit
      categorieproduit categoriaproducto categoriadeproducto categoriadelproducto group family googlecategory
      primarycategory defaultcategory categoriesname categoriespath category1 type labels collection collections
    `),
  },
  otherCategory: {
    label: 'Category if empty',
    help: 'Used in rows where the category is empty',
    fallbackOf: 'category',
    known: [],
  },
  subCategory: {
    label: 'Subcategory',
    known: words(`
      subcategory aisle aislename category2 l2category section subcategoryname category3 unterkategorie
      unterwarengruppe untergruppe subcategoria subfamilia souscategorie sousfamille sousrayon subdept
      subdepartment subclass subcategory1 subsection sousgroupe subgrupo subgroup subgruppe
    `),
  },
  price: {
    label: 'Price',
    required: true,
    shown: 'money',
    known: words(`
      price retailprice regularprice pricetaxexcludedorpricetaxincluded pricetaxincluded pricetaxincl
      pricetaxexcluded pricetaxexcl variantpriceusd variantprice priceusd pricecents priceincents unitprice
      variantpriceeur listprice retail msrp rrp srp rsp unitretail suggestedretail suggestedretailprice
      recommendedretailprice shelfprice sellprice sellingprice verkaufspreis vkpreis vkbrutto vk endpreis
      endverbraucherpreis bruttopreis uvp einzelpreis stuckpreis preis precioventa preciodeventa preciounitario
      preciopublico pvp precio prixdevente prixvente prixttc prixpublic prixunitaire pvc prix variantretailprice
      defaultprice baseprice currentprice priceamount pricevalue pricegross grossprice grundpreis pricenet
      netprice salesprice salespricerate saleprice standardsellingrate sellingrate standardrate consumerprice
      unitsellingprice storeprice onlineprice posprice verkaufspreisbrutto vkpreisbrutto bruttoverkaufspreis
      ladenpreis endkundenpreis kundenpreis preisbrutto preisproeinheit stuckpreisbrutto precioventapublico
      preciofinal precioconiva precioneto preciobruto pvpr tarifa prixventettc prixdeventettc prixventeht
      regularerpreis normalpreis precionormal precioregular tarifregulier prixregulier prixht prixclient tarif
      rate
    `),
  },
  salePrice: {
    label: 'Sale price',
    shown: 'money',
    known: words(`
      saleprice salepricecents specialprice discountprice offerprice promoprice promotionalprice onlinesaleprice
      aktionspreis angebotspreis sonderpreis preciooferta preciodeoferta preciorebajado preciopromocional
      prixpromo tarifpromo prixpromotionnel prixsolde prixreduit markdownprice discountedprice reducedprice
      specialofferprice promotionprice clearanceprice rabattpreis reduzierterpreis preciodescuento prixreduitttc
    `),
  },
  costPrice: {
    label: 'Cost price',
    shown: 'money',
    prefer: 'filled',
    known: words(`
      costprice cost costcents costpricecents purchasecost eknettostuck ekstuck purchaseprice costperitem
      defaultunitcost unitcost costofgoods wholesaleprice wholesale netcost einkaufspreis ekpreis ek ekpreisnetto
      nettoek einstandspreis preciocoste preciodecoste preciocosto preciocompra coste costo prixdachat prixachat
      coutdachat cout supplyprice defaultcost standardcost averagecost itemcost buyprice buyingprice tradeprice
      supplierprice valuationrate standardbuyingrate costperunit casecost prixdachatht prixachatht
      preciocompraneto einkaufspreisnetto nettoeinkaufspreis preciodecompra prixrevient coutunitaire costeunitario
    `),
  },
  barcode: {
    label: 'Barcode',
    help: 'GTIN-8, 12, 13 or 14',
    known: words(`
      barcode gtin ean upc ean13 gtin13 gtin14 variantbarcode variantean variantupc productbarcode eancode ean8
      upccode upcean eanupc eangtin gtinean upcnumber upca gtinupceanorisbn gtinupceanoderisbn gtinupceanouisbn
      gtinupceanoisbn gtincode strichcode codigodebarras codigobarras codigoean codebarres codebarre codeean
      gencod productupcean gtinupc upcgtin gtin12 gtin8 barcodenumber barcodes barcodebarcodes upcbarcode
      eanbarcode eanstuck eaneinzeln globaltradeitemnumber eannummer eannr barcodenummer codebarresean
      codebarresean13 codigodebarrasean codegtin eanisbn isbn code productcode itemcode articlecode artikelnummer
      artikelnr plu id referencia codigo reference
    `),
  },
  otherBarcode: {
    label: 'Barcode if empty',
    help: 'Used in rows where the barcode is empty',
    fallbackOf: 'barcode',
    known: [],
  },
  brand: {
    label: 'Brand',
    prefer: 'filled',
    known: words(`
      brand brandname manufacturer vendorbrand brands brandnames marke hersteller lieferantenmarke marca
      fabricante marque fabricant vendor markenname brandid manufacturername productbrand productmanufacturer
      producer producername herstellername produzent nombremarca nommarque vendorname vendororbrand productor
      producteur brandvendor
    `),
  },
  unit: {
    label: 'Unit',
    help: 'each, lb, oz, kg, g, l, ml or fl oz',
    known: words(`
      unit uom unitofmeasure unitname sellingunit einheit mengeneinheit verkaufseinheit me unidad unidaddemedida
      unite unitedemesure unitedevente defaultunitofmeasure stockuom salesuom unitlabel baseunit priceunit unity
      verkaufseinheitve unidadventa unidaddeventa uniteventes unitpriceunit
    `),
  },
  unitSize: {
    label: 'Size',
    shown: 'number',
    prefer: 'filled',
    known: words(`
      unitsize netcontent packsize unitpricetotalmeasure size weight netweight contents inhalt fullmenge
      nettoinhalt nettofullmenge grosse gewicht tamano contenido pesoneto peso contenance poidsnet poids taille
      netquantity productweight itemweight weightperunit units volume quantityperunit unitpricingmeasure
      packagesize sizevolume packungsgrosse verpackungsgrosse gebindegrosse formato conditionnement weightvalue
      netcontents packungsinhalt contenidoneto capacidad grammage unitweight pack quantity quantite cantidad menge
    `),
  },
  soldByWeight: {
    label: 'Sold by weight',
    shown: 'yesNo',
    known: words(
      'soldbyweight weighed byweight gewichtsartikel wiegeware ventaporpeso vendidoporpeso venduaupoids',
    ),
  },
  minPerOrder: {
    label: 'Min per order',
    shown: 'number',
    known: words(`
      minperorder leastperorder minimumorder min mindestbestellmenge mindestmenge cantidadminima pedidominimo
      quantiteminimale quantitemin
    `),
  },
  maxPerOrder: {
    label: 'Max per order',
    shown: 'number',
    known: words(`
      maxperorder mostperorder maximumorder max hochstbestellmenge hochstmenge maximalmenge cantidadmaxima
      quantitemaximale quantitemax
    `),
  },
  status: {
    label: 'Active',
    shown: 'yesNo',
    known: words(`
      active status enabled variantstatus aktiv activo actif isactive issellable sellable availableforsale
      isavailable productisavailable onsalestatus online estado statut activa activo01 active01 enabled01
      availabilitystatus
    `),
  },
  inactive: {
    label: 'Inactive',
    shown: 'yesNo',
    help: 'Yes turns the sub-product off',
    known: words(`
      archived isarchived disabled isdisabled inactive hidden discontinued blocked gesperrt archiviert deaktiviert
      inaktiv archivado descatalogado inactivo bloqueado archive desactive inactif
    `),
  },
  product: {
    label: 'Product',
    help: 'Rows with the same value become sub-products of one product',
    known: words(`
      productkey productgroup product parent parentsku group family handle referencehandle producthandle
      parentproduct artikelgruppe produktgruppe groupeproduit grupoproducto urlhandle handleid slug itemgroupid
      parentid parentproductid parenthandle parentcode variantof parentitem parentitemcode parentexternalid
      ubergeordnetesprodukt superior producttemplate producttemplateid productslug productinternalid productid id
    `),
  },
  description: {
    label: 'Description',
    prefer: 'filled',
    known: words(`
      description details longdescription text bodyhtml productdescription shortdescription beschreibung langtext
      produktbeschreibung descripcion descripcionlarga descriptionlongue productdesc productsdesc descriptionhtml
      plaindescription body productlongdescription productshortdescription descriptionproduct descriptionlong
      descriptionshort kurzbeschreibung langbeschreibung artikelbeschreibung descripcioncorta
      descripciondelproducto descripcionproducto descriptioncourte descriptionproduit resume desc salesdescription
      websitedescription
    `),
  },
  badge: { label: 'Badge', known: ['badge'] },
  tags: {
    label: 'Tags',
    help: 'Separated by commas',
    prefer: 'filled',
    known: words(`
      tags labels keywords producttags producttag1 tag schlagworter schlagworte stichworter etiquetas
      palabrasclave etiquettes motscles producttag labelstags tagsxyz
    `),
  },
  options: {
    label: 'Options',
    help: 'Size: Large; Color: Red',
    known: ['options', 'optionvalues', 'variantoptions', 'optionen', 'opciones'],
  },
  specifications: {
    label: 'Specifications',
    help: 'Fat: Skim; Origin: Italy',
    known: words('specifications attributes spezifikationen merkmale especificaciones caracteristiques'),
  },
  taxes: {
    label: 'Taxes',
    help: "Names, separated by semicolons. Without one, the category's taxes apply.",
    known: ['taxes', 'taxnames', 'steuern', 'impuestos'],
  },
  pictures: {
    label: 'Pictures',
    help: 'https addresses or names of files in a ZIP, separated by semicolons. Added to the pictures of the product.',
    prefer: 'filled',
    known: words(`
      pictures images imagesrc imageurls imageurl pictureurls pictureurl picture image imagelink photos photo
      productthumbnail productimage1url productimage1 thumbnail thumbnailurl bilder bild bildurl produktbild
      imagenes imagen productimages productimageurl baseimage mainimage mainimageurl imagesurl imagepath imageurl1
      image1 image1src productmedia productmediamainimageurl productimagefile1 hostedimageurls coverimage
      covermediaurl imageurlimport imageurlexport assets productimage remoteimageurl imagesxyz urlimage urlimagen
      variantimage featuredimage galleryimages
    `),
  },
  addToHomePage: {
    label: 'On home page',
    shown: 'yesNo',
    known: words(`
      onhomepage homepage addtohomepage featured isfeatured startseite destacado misenavant destacada
      hervorgehoben isthishervorgehoben
    `),
  },
  productStatus: {
    label: 'Product active',
    shown: 'yesNo',
    known: words(`
      productactive productstatus published productonline productvisible publishedononlinestore productpublished
      isvisible visible isproductvisible publishtoecom veroffentlicht publicado publie channelvisible sichtbar
      visibility isonline visibilite visibilidad productactiveyesno
    `),
  },
} as const satisfies Record<string, ImportField>;
export type ProductImportField = keyof typeof productImportFields;
/** Fields that only add to another field: the level below a category, a second column for a field, or its opposite. */
const onlyReadFields = [
  'subCategory',
  'otherCategory',
  'otherBarcode',
  'inactive',
] as const satisfies ProductImportField[];
export type OnlyReadField = (typeof onlyReadFields)[number];
export const isOnlyRead = (field: ProductImportField): field is OnlyReadField =>
  (onlyReadFields as readonly ProductImportField[]).includes(field);
export const productImportFieldNames = Object.keys(productImportFields) as ProductImportField[];

/** Equals the maximum number of pictures of a product. */
export const maxPicturesOfRow = 20;

/** Fields of product files. Rows find their sub-product by its SKU or barcode. */
export const productImportTable = {
  fields: productImportFields,
  keys: ['sku', 'barcode'],
  essentials: [['name'], ['price'], ['category', 'sku', 'barcode']],
} as const satisfies ImportTable;
