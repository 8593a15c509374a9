import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'

export type AccountRow = {
  id: string
  email: string | null
  password_hash: string | null
  name: string
  avatar_url: string | null
  locale: string | null
}

/**
 * Accounts belong to the whole installation and are outside every project; only their membership is bound to
 * one. That is why these functions, alone, take no scope.
 */
export async function insertAccount(tx: Tx, id: string, name: string, at: Date): Promise<void> {
  await tx.rows(
    sql`insert into account (id, name, created_at, updated_at) values (${id}, ${name}, ${at}, ${at})`,
  )
}

type ClaimedAccount = { id: string; email: string; passwordHash: string; name: string; at: Date }

/**
 * False when the email address belongs to another account. The first account is the owner of the server, so a new one
 * is younger than all others, whatever the clock says.
 */
export async function insertClaimedAccount(tx: Tx, account: ClaimedAccount): Promise<boolean> {
  const { id, email, passwordHash, name, at } = account
  const rows = await tx.rows(sql`
    insert into account (id, email, password_hash, name, created_at, updated_at)
    select ${id}, ${email}, ${passwordHash}, ${name},
           greatest(${at}::timestamptz, max(created_at) + interval '1 millisecond'), ${at}
    from account
    on conflict (email) do nothing returning id`)
  return rows.length === 1
}

export async function findAccount(q: Queryable, id: string): Promise<AccountRow | null> {
  const [row] = await q.rows<AccountRow>(sql`
    select id, email, password_hash, name, avatar_url, locale from account where id = ${id}`)
  return row ?? null
}

export async function findAccountByEmail(q: Queryable, email: string): Promise<AccountRow | null> {
  const [row] = await q.rows<AccountRow>(sql`
    select id, email, password_hash, name, avatar_url, locale from account where email = ${email}`)
  return row ?? null
}

/** The first account, which owns what is created without a user. Null on an empty installation. */
export async function findOwner(q: Queryable): Promise<AccountRow | null> {
  const [row] = await q.rows<AccountRow>(sql`
    select id, email, password_hash, name, avatar_url, locale from account order by created_at, id limit 1`)
  return row ?? null
}

/** False when the email address belongs to another account. */
export async function setCredentials(
  tx: Tx,
  id: string,
  email: string,
  passwordHash: string,
  name: string | null,
  at: Date,
): Promise<boolean> {
  const taken = await tx.rows(sql`select 1 from account where email = ${email} and id <> ${id}`)
  if (taken.length > 0) return false
  await tx.rows(sql`
    update account set email = ${email}, password_hash = ${passwordHash}, name = coalesce(${name}, name), updated_at = ${at}
    where id = ${id}`)
  return true
}

export async function setPasswordHash(
  q: Queryable,
  id: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await q.rows(sql`update account set password_hash = ${passwordHash}, updated_at = ${at} where id = ${id}`)
}

/**
 * False when the password is no longer the one behind the hash that was checked. Checking takes long, and a link may have
 * set another one meanwhile: what follows from the old password must not write over it.
 */
export async function replacePasswordHash(
  q: Queryable,
  { id, password_hash: checked }: Pick<AccountRow, 'id' | 'password_hash'>,
  passwordHash: string,
  at: Date,
): Promise<boolean> {
  const rows = await q.rows(sql`
    update account set password_hash = ${passwordHash}, updated_at = ${at}
    where id = ${id} and password_hash = ${checked} returning id`)
  return rows.length === 1
}

/** Takes the row until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | null> {
  const [row] = await tx.rows<AccountRow>(sql`
    select id, email, password_hash, name, avatar_url, locale from account where id = ${id} for update`)
  return row ?? null
}

export async function updateAccount(tx: Tx, account: AccountRow, at: Date): Promise<void> {
  await tx.rows(sql`
    update account set name = ${account.name}, avatar_url = ${account.avatar_url}, locale = ${account.locale}, updated_at = ${at}
    where id = ${account.id}`)
}

export async function insertMember(
  tx: Tx,
  projectId: string,
  accountId: string,
  role: string,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into project_member (project_id, account_id, role, created_at)
    values (${projectId}, ${accountId}, ${role}, ${at}) on conflict do nothing`)
}

export async function insertSetupToken(
  q: Queryable,
  tokenHash: string,
  accountId: string,
  expiresAt: Date,
): Promise<void> {
  await q.rows(
    sql`insert into setup_token (token_hash, account_id, expires_at) values (${tokenHash}, ${accountId}, ${expiresAt})`,
  )
}

/**
 * Takes the token away together with every other one of its account: each link works once, and one is enough. The
 * account is locked first, so that two links used at the same moment come one after the other.
 */
export async function claimSetupToken(tx: Tx, tokenHash: string, now: Date): Promise<string | null> {
  const [found] = await tx.rows<{ account_id: string }>(sql`
    select account_id from setup_token where token_hash = ${tokenHash} and expires_at > ${now}`)
  if (!found || !(await lockAccount(tx, found.account_id))) return null
  const removed = await deleteSetupTokens(tx, found.account_id)
  return removed.includes(tokenHash) ? found.account_id : null
}

export async function deleteSetupTokens(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.rows<{ token_hash: string }>(sql`
    delete from setup_token where account_id = ${accountId} returning token_hash`)
  return rows.map((row) => row.token_hash)
}

export async function deleteExpiredSetupTokens(q: Queryable, now: Date): Promise<void> {
  await q.rows(sql`delete from setup_token where expires_at <= ${now}`)
}
