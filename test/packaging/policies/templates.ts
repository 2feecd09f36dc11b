import { adml, admx } from './group-policy.ts';
import { policyFields } from './fields.ts';
import { mobileConfig, profileManifest } from './macos-profile.ts';
import { templateTexts } from './texts.ts';

/** The templates for administrators by their paths in resources/policies, made from `shared/domain/settings.ts`. */
export function policyTemplates(): ReadonlyMap<string, string> {
  const fields = policyFields();
  return new Map([
    ['windows/Boxwright.admx', admx(fields)],
    ...Object.values(templateTexts).map(
      (texts) => [`windows/${texts.culture}/Boxwright.adml`, adml(fields, texts)] as const,
    ),
    ['macos/Boxwright.mobileconfig', mobileConfig(fields, templateTexts.en)],
    ['macos/org.boxwright.desktop.plist', profileManifest(fields, templateTexts.en)],
  ]);
}
