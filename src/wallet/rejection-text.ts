import type { ErrorPart } from '../lib/walk-error.ts'

const REJECTED = '(?:rejected|denied|declined|refused|cancell?ed)'
const THING =
  '(?:request|transaction|signature|signing|signing request|sign request|message|operation|action|tx)'

/** Texts that mention the user who rejected. */
const BY_USER: readonly RegExp[] = [
  new RegExp(`\\busers?(?: has| have)? ${REJECTED}\\b`, 'i'),
  new RegExp(`\\b${REJECTED} by (?:the |your )?(?:user|owner|signer)\\b`, 'i'),
  /\byou (?:have )?(?:rejected|denied|declined|cancell?ed)\b/i,
  // The status word of a rejection on a Ledger device.
  /\b0x6985\b/,
  /ActionCancelled/,
]

/** Localized texts that mention both the user and the rejection. */
const BY_USER_LOCALIZED: readonly RegExp[] = [
  /用户.{0,6}(?:拒绝|取消)|用戶.{0,6}(?:拒絕|取消)|使用者.{0,6}(?:拒絕|取消)/,
  /ユーザー.{0,12}(?:拒否|キャンセル)/,
  /사용자.{0,12}(?:거부|거절|취소)/,
  /польз[оа]вател.{0,12}(?:отклон|отмен|отказ)|(?:отклонен|отменен|отклонён|отменён).{0,4} пользователем/i,
  /користувач.{0,12}(?:відхил|скасува|відмов)|(?:відхилен|скасован).{0,4} користувачем/i,
  /(?:benutzer|nutzer).{0,30}(?:abgelehnt|abgebrochen|verweigert)|vom (?:benutzer|nutzer) (?:abgelehnt|abgebrochen|verweigert)/i,
  /utilisateur.{0,20}(?:refus|rejet|annul)|(?:refus|rejet|annul).{0,12} par l.utilisateur/i,
  /usuari[oa].{0,20}(?:rechaz|cancel|deneg|rejeit|recus)|(?:rechaz|cancel|deneg|rejeit|recus)\S* (?:por el|pelo|por) usu/i,
  /utente.{0,20}(?:rifiut|annull)|(?:rifiutat|annullat)\S* dall.utente/i,
  /kullanıcı.{0,20}(?:reddet|iptal)/i,
  /người dùng.{0,12}(?:từ chối|hủy|huỷ)/i,
  /pengguna.{0,12}(?:menolak|membatalkan)|(?:ditolak|dibatalkan) (?:oleh )?pengguna/i,
  /użytkownik.{0,20}(?:odrzuci|anulowa)|(?:odrzucon|anulowan)\S* przez użytkownika/i,
  /gebruiker.{0,30}(?:geweigerd|afgewezen|geannuleerd)|(?:geweigerd|afgewezen|geannuleerd) door (?:de )?gebruiker/i,
  /(?:رفض|ألغى|الغى).{0,4}المستخدم|المستخدم.{0,12}(?:رفض|ألغى)/,
  /המשתמש.{0,12}(?:דחה|ביטל|סירב)/,
  /کاربر.{0,20}(?:رد|لغو)/,
  /(?:उपयोगकर्ता|यूज़र).{0,20}(?:अस्वीकार|रद्द)/,
  /ব্যবহারকারী.{0,20}(?:প্রত্যাখ্যান|বাতিল)/,
]

/**
 * Texts that are a rejection without a subject: of the user if a wallet returns them, of the node
 * otherwise.
 */
const WHOLE_TEXT: readonly RegExp[] = [
  new RegExp(`^(?:the |your )?(?:${THING} )?(?:was |has been |is )?${REJECTED}[.!]?$`, 'i'),
  new RegExp(`^(?:${REJECTED}|cancel|reject|deny) (?:the |your )?${THING}[.!]?$`, 'i'),
]

/** Nodes use other codes, and return them for transactions that were already sent. */
const CODES_OF_WHOLE_TEXT: ReadonlySet<string | undefined> = new Set([undefined, '-32603'])
/** A JSON-RPC code of a node. Wallets repeat the node's text under -32603. */
const NODE_CODE = /^-32(?!603)\d{3}$/
/** An aborted HTTP request may have arrived. */
const ABORTED_NAMES: ReadonlySet<string | undefined> = new Set(['AbortError', 'CanceledError'])

/**
 * True if an error message means that the user rejected. A text that could come from a node is
 * ambiguous. `parts` are all parts of the error.
 */
export function isRejectionText({ code, name, message }: ErrorPart, parts: readonly ErrorPart[]): boolean {
  if (!message || ABORTED_NAMES.has(name)) return false
  if ([...BY_USER, ...BY_USER_LOCALIZED].some((pattern) => pattern.test(message))) return true
  if (!CODES_OF_WHOLE_TEXT.has(code) || parts.some((part) => NODE_CODE.test(part.code ?? ''))) return false
  return WHOLE_TEXT.some((pattern) => pattern.test(message.trim()))
}
