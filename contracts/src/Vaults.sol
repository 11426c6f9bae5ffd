// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC4626} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {Query} from "./Query.sol";
import {Tokens} from "./Tokens.sol";

/// @title Deposits in a trusted ERC-4626 vault and redeems its shares.
/// @dev Ignores return values. The vault can take what the step sells and no more; its payment is
/// measured where it arrives.
library Vaults {
    function deposit(address vault, address asset, address share, uint256 assets, address payee) internal {
        if (share != vault) revert IExecutor.WrongToken(share);
        Tokens.spend(asset, vault, assets, abi.encodeCall(IERC4626.deposit, (assets, payee)));
    }

    function redeem(address vault, address share, address asset, uint256 shares, address payee) internal {
        _checkTokens(vault, share, asset);
        IERC4626(vault).redeem(shares, payee, address(this));
    }

    /// @return assets that `shares` cost
    function priceOfShares(address vault, uint256 shares) internal view returns (uint256 assets) {
        return Query.ask(vault, IERC4626.previewMint.selector, shares);
    }

    /// @return shares that `assets` cost
    function priceOfAssets(address vault, uint256 assets) internal view returns (uint256 shares) {
        return Query.ask(vault, IERC4626.previewWithdraw.selector, assets);
    }

    /// @param assets the most the vault may take
    function mint(address vault, address asset, address share, uint256 shares, uint256 assets, address payee)
        internal
    {
        if (share != vault) revert IExecutor.WrongToken(share);
        Tokens.spend(asset, vault, assets, abi.encodeCall(IERC4626.mint, (shares, payee)));
    }

    function withdraw(address vault, address share, address asset, uint256 assets, address payee) internal {
        _checkTokens(vault, share, asset);
        IERC4626(vault).withdraw(assets, payee, address(this));
    }

    /// @dev An asset of another name would not be measured and would stay behind.
    function _checkTokens(address vault, address share, address asset) private view {
        if (share != vault) revert IExecutor.WrongToken(share);
        if (uint160(asset) != Query.ask(vault, IERC4626.asset.selector, 0)) revert IExecutor.WrongToken(asset);
    }
}
