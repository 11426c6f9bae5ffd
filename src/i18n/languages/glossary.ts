import type { Language } from '../languages.ts'

/** A term of the texts in a language, and the other words for the same thing, which they do not use. */
type Term = readonly [term: string, others: RegExp]

/** One word for one thing: what is another word to a person may be another thing. `glossary.test.ts` holds the texts to it. */
export const GLOSSARY: { readonly [language in Exclude<Language, 'en'>]: readonly Term[] } = {
  ar: [
    ['هاش', /تجزئة/],
    ['المستلم', /المتلقي|المستفيد/],
  ],
  bn: [
    ['সোয়াপ', /বিনিময় কর/],
    ['ডিসকানেক্ট', /বিচ্ছিন্ন/],
    ['প্রাপক', /গ্রহীতা|গ্রাহক/],
    ['দেবেন', /পেমেন্ট|পরিশোধ/],
  ],
  de: [
    ['Signatur', /unterschr/i],
    ['Wallet', /geldbörse|brieftasche/i],
    ['Freigabe', /genehmig/i],
    ['Swap', /umtausch/i],
  ],
  es: [
    ['cantidad', /\bimportes?\b/i],
    ['billetera', /monedero|\bcartera|\bwallet/i],
    ['costo', /\bcostes?\b/i],
    ['escribe', /introdu[cz]/i],
    ['presiona', /\bpulsa/i],
    ['agregar', /añad/i],
  ],
  fa: [
    ['سواپ', /مبادله/],
    ['مقدار', /مبلغ/],
    ['زبانه', /برگه/],
    ['بررسی', /کنترل/],
  ],
  fr: [
    ['portefeuille', /\bwallet/i],
    ['destinataire', /bénéficiaire/i],
  ],
  he: [
    ['המרה', /החלפה/],
    ['בדיקה', /סקירה|סוקר/],
    ['שלכם', /שלך(?!\p{L})/u],
    ['hash', /גיבוב/],
  ],
  hi: [
    ['फ़ीस', /शुल्क/],
    ['स्वैप', /अदला-बदली/],
    ['प्राप्तकर्ता', /पाने वाले/],
  ],
  id: [
    ['dompet', /\bwallet/i],
    ['penerima', /\btujuan\b/i],
  ],
  it: [
    ['wallet', /portafogli/i],
    ['importo', /\bsomma\b/i],
    ['destinatario', /beneficiario/i],
  ],
  ja: [
    ['受取先', /受取人|受信者/],
    ['ボールト', /vault/i],
    ['交換レート', /為替/],
    ['ウォレット', /財布/],
    ['ご自身', /あなた/],
  ],
  nl: [
    ['swap', /\bruil/i],
    ['wallet', /portemonnee|portefeuille/i],
    ['ontvanger', /begunstigde/i],
  ],
  pl: [
    ['swap', /wymian[aęą]/i],
    ['portfel', /\bwallet/i],
    ['odbiorca', /adresat/i],
  ],
  pt: [
    ['swap', /\btrocas?\b/i],
    ['carteira', /\bwallet/i],
    ['destinatário', /beneficiário|recebedor/i],
  ],
  ru: [
    ['обмен', /своп/i],
    ['кошелёк', /кошелек/i],
    ['получатель', /адресат/i],
  ],
  tr: [
    ['swap', /takas/i],
    ['tekrar dene', /yeniden dene/i],
    ['alıcı', /hedef/i],
  ],
  uk: [
    ['отримувач', /одержувач/i],
    ['відключ', /від’єдна/i],
    ['термін', /(?<!\p{L})строк/iu],
    ['обмін', /своп/i],
  ],
  vi: [
    ['mã băm', /\bhash\b/i],
    ['người nhận', /người thụ hưởng/i],
  ],
  zh: [
    ['接收方', /收款|收件人/],
    ['兑换', /交换|互换/],
    ['您', /你/],
  ],
}
