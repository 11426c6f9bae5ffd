// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";
import {TestVault} from "./TestVault.sol";

/// A vault whose owner can stop deposits and redemptions, with or without lowering the limits of
/// ERC-4626.
contract PausableVault is TestVault {
    bool public entryPaused;
    bool public exitPaused;
    /// Redemptions of more shares revert, whatever `maxRedeem` returns.
    uint256 public hiddenLimit = type(uint256).max;
    bool public limitsAreHonest = true;

    constructor(IERC20 held_) TestVault(held_) {}

    function pause(bool entry, bool exit, bool honest) external {
        (entryPaused, exitPaused, limitsAreHonest) = (entry, exit, honest);
    }

    function setHiddenLimit(uint256 limit) external {
        hiddenLimit = limit;
    }

    function maxDeposit(address) external view returns (uint256) {
        return entryPaused && limitsAreHonest ? 0 : type(uint256).max;
    }

    function maxMint(address) external view returns (uint256) {
        return entryPaused && limitsAreHonest ? 0 : type(uint256).max;
    }

    function maxRedeem(address owner) public view returns (uint256) {
        return exitPaused && limitsAreHonest ? 0 : balanceOf[owner];
    }

    function maxWithdraw(address owner) external view returns (uint256) {
        return previewRedeem(maxRedeem(owner));
    }

    function previewDeposit(uint256 assets) external view returns (uint256) {
        return assets * (totalSupply + 1) / (totalAssets() + 1);
    }

    function previewRedeem(uint256 shares) public view returns (uint256) {
        return shares * (totalAssets() + 1) / (totalSupply + 1);
    }

    function deposit(uint256 assets, address receiver) public override returns (uint256) {
        require(!entryPaused, "paused");
        return super.deposit(assets, receiver);
    }

    function mint(uint256 shares, address receiver) public override returns (uint256) {
        require(!entryPaused, "paused");
        return super.mint(shares, receiver);
    }

    function redeem(uint256 shares, address receiver, address owner) public override returns (uint256) {
        require(!exitPaused && shares <= hiddenLimit, "paused");
        return super.redeem(shares, receiver, owner);
    }

    function withdraw(uint256 assets, address receiver, address owner) public override returns (uint256) {
        require(!exitPaused && previewWithdraw(assets) <= hiddenLimit, "paused");
        return super.withdraw(assets, receiver, owner);
    }
}
