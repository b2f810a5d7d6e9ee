// Self-signed certificate for 127.0.0.1, generated so that the repository holds no key.
import { createSign, generateKeyPairSync } from 'node:crypto';

/** PEM; `certificate` is its own authority. */
export interface TestCertificate {
  readonly key: string;
  readonly certificate: string;
}

/** X.509, valid for this century. */
export function makeCertificate(): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(commonName, utf8String('127.0.0.1'))));
  const algorithm = sequence(ecdsaWithSha256);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, octets(sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))))),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').replaceAll(/.{64}/gu, '$&\n').trim();
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encoded object identifiers: 2.5.4.3, 2.5.29.17, 1.2.840.10045.4.3.2. */
const commonName = Buffer.from('0603550403', 'hex');
const subjectAltName = Buffer.from('0603551d11', 'hex');
const ecdsaWithSha256 = Buffer.from('06082a8648ce3d040302', 'hex');

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const set = (...contents: readonly Buffer[]): Buffer => der(0x31, ...contents);
const octets = (content: Buffer): Buffer => der(0x04, content);
const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text));
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));
