//! The first line of a file.

use anyhow::{Context, Result, ensure};
use article_site::{Setting, SettingKind, Settings, SettingsChange};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const VERSION: u32 = 1;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    version: u32,
    /// The settings, by their names in ARTICLE.CREATE. A missing one has its default.
    #[serde(default)]
    settings: Map<String, Value>,
    #[serde(default)]
    pub last_id: u32,
}

impl Header {
    pub fn new(settings: &Settings, last_id: u32) -> Self {
        let value = |setting: Setting| match setting.kind() {
            SettingKind::Number { .. } => settings.get(setting).into(),
            SettingKind::Words { .. } => setting.text(settings.get(setting)).into(),
        };
        let settings = Setting::ALL.map(|setting| (setting.name().to_owned(), value(setting)));
        Self { version: VERSION, settings: settings.into_iter().collect(), last_id }
    }

    /// Parses the first line. Returns it with the settings.
    pub fn parse(json: &[u8]) -> Result<(Self, Settings)> {
        let header: Self = serde_json::from_slice(json).context(
            "it must be about the site, for example {\"version\":1,\"settings\":{},\"last_id\":0}",
        )?;
        let settings = header.settings()?;
        Ok((header, settings))
    }

    fn settings(&self) -> Result<Settings> {
        ensure!(self.version == VERSION, "\"version\" must be {VERSION}");
        let mut change = SettingsChange::default();
        for (name, value) in &self.settings {
            let setting = Setting::ALL.into_iter().find(|setting| setting.name() == name);
            let setting = setting.with_context(|| format!("there is no setting {name}"))?;
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            change.set_text(setting, text.as_bytes())?;
        }
        Ok(Settings::default().with(change))
    }
}
